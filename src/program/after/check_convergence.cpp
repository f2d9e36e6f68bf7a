/// Checks whether the chains have converged and have enough draws.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :examination;

namespace firefly::program {

namespace {

struct moves {
    std::size_t moved = 0;    // steps from one draw to another
    std::size_t longest = 0;  // steps in a row without a move
};

moves moves_of(stored_variable const& variable, std::size_t c) {
    std::span<double const> const chain = variable.chains[c];
    std::size_t const size = variable.size();
    moves result;
    std::size_t stay = 0;
    for (std::size_t s = size; s < chain.size(); s += size) {
        stay = std::ranges::equal(chain.subspan(s - size, size), chain.subspan(s, size)) ? stay + 1 : 0;
        result.moved += stay == 0;
        result.longest = std::max(result.longest, stay);
    }
    return result;
}

/// Whether the longest stay of a chain is more than the rejections of a sound kernel.
/// - It limits the effective draws: a point with the share f of all draws leaves at most 1/f² (Kish 1965). With a tenth that is the 100 that are
///   wanted of each chain.
/// - It is no chance: with the share p of moves in all other steps, a stay of L steps occurs somewhere in n steps with a probability of at most
///   n (1 − p)^L. One in a million is not expected of anybody's runs.
bool is_stuck(std::size_t moved, std::size_t longest, std::size_t steps) {
    auto const n = static_cast<double>(steps), length = static_cast<double>(longest);
    if (length <= 0.1 * n) return false;
    double const rest = static_cast<double>(moved) / (n - length);
    return portable::log(n) + length * portable::log1p(-rest) < portable::log(1e-6);
}

}  // namespace

void examination::check_finite() {
    auto const bad = names_where([](summary const& s) { return !std::isfinite(s.mean); }, [](summary const&) { return 0; });
    if (!bad.empty())
        warn(fmt::format("Some draws of {} are not finite numbers.", enumeration(bad, most_names)),
             "Look for extreme values in the data; nothing below counts for these parameters.");
}

void examination::check_stuck() {
    std::vector<std::string> still, slow, stuck;
    std::size_t const steps = draws.length() - 1;
    for (std::size_t c = 0; c < draws.chains() && steps > 0; ++c) {
        auto const [moved, longest] = moves_of(draws.parameters.front(), c);
        std::string const name = fmt::format("{}", c + 1);
        if (moved == 0)
            still.push_back(name);
        else if (static_cast<double>(moved) < 0.02 * static_cast<double>(steps))
            slow.push_back(name);
        else if (is_stuck(moved, longest, steps))
            stuck.push_back(name);
    }
    auto const remedy = ours() ? "Use --kernel auto, or give the kernel a longer --warmup to find its step."
                               : "Lengthen warm-up, or choose a sampler with smaller steps.";
    if (!still.empty())
        warn(fmt::format("Chain {} never moved: {} draws, all the same.", enumeration(still, most_names), draws.length()), remedy);
    if (!slow.empty())
        warn(fmt::format("Chain {} stood still in more than 98 % of its draws.", enumeration(slow, most_names)), remedy);
    if (!stuck.empty())
        warn(fmt::format("Chain {} got stuck: more than a tenth of its draws, in a row, are the same.",
                         enumeration(stuck, most_names)),
             remedy);
}

std::string examination::odd_chain(std::string const& name) const {
    for (auto const& variable : draws.parameters) {
        for (std::size_t i = 0; i < variable.size() && draws.chains() > 2; ++i) {
            if (variable.element_name(i) != name) continue;
            std::vector<double> means;
            for (auto const& chain : variable.element(i)) means.push_back(mean_of(chain));
            std::size_t odd = 0;
            double farthest = 0, second = 0;
            for (std::size_t c = 0; c < means.size(); ++c) {
                double const rest =
                    (std::accumulate(means.begin(), means.end(), 0.0) - means[c]) / static_cast<double>(means.size() - 1);
                double const distance = std::abs(means[c] - rest);
                if (distance > farthest) {
                    second = std::exchange(farthest, distance);
                    odd = c;
                } else {
                    second = std::max(second, distance);
                }
            }
            if (farthest > 2 * second) return fmt::format(" Chain {} lies apart from the others.", odd + 1);
        }
    }
    return "";
}

void examination::check_r_hat() {
    // NaN, from too few draws, counts as bad. A parameter that is equal in all draws of all chains is a constant, such as the diagonal of
    // a correlation matrix. If that is a fault, then no parameter moves, and `check_stuck` reports it.
    auto const bad = names_where([](summary const& s) { return !(s.r_hat <= 1.01) && s.sd != 0; },
                                 [](summary const& s) { return std::isnan(s.r_hat) ? infinity : s.r_hat; });
    if (bad.empty()) return;
    auto const worst = std::ranges::find(lines, bad.front(), &summary::name);
    if (std::isnan(worst->r_hat)) {
        warn_of_length(fmt::format("R-hat cannot be computed for {}: too few draws.", enumeration(bad, most_names)), more_draws());
        return;
    }
    warn_of_length(fmt::format("R-hat is up to {:.4g} ({}): the chains do not agree yet.{}", worst->r_hat,
                               enumeration(bad, most_names), odd_chain(bad.front())),
                   ours() ? "Ask for more --draws and --warmup. Do not use these draws."
                          : "Run longer, with a longer warm-up. Do not use these draws.");
}

std::string examination::more_draws() const {
    return ours() ? "Ask for more --draws (with --thin to keep files small)." : "Run longer.";
}

void examination::check_effective() {
    double const enough = 100 * static_cast<double>(draws.chains());
    auto const few = [&](double summary::* size, char const* which, char const* matters) {
        auto const bad =
            names_where([&](summary const& s) { return s.*size < enough; }, [&](summary const& s) { return -(s.*size); });
        if (bad.empty()) return;
        double const least = (*std::ranges::find(lines, bad.front(), &summary::name)).*size;
        warn_of_length(fmt::format("{:.0f} effective draws ({}) for {}, where {:.0f} are wanted: {}.", least, which,
                                   enumeration(bad, most_names), enough, matters),
                       more_draws());
    };
    few(&summary::ess_bulk, "bulk", "means are rough, and R-hat cannot be trusted");
    few(&summary::ess_tail, "tail", "the 5 % and 95 % quantiles are rough");
}

void examination::check_chains() {
    if (draws.chains() == 1)
        note("There is only one chain: nothing shows whether it has forgotten where it started.", "Run at least four chains.");
    if (!draws.cut.empty()) note(draws.cut, "Nothing needs to be done; the draws that are left out are in the files.");
}

}  // namespace firefly::program
