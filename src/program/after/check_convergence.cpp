/// Whether the chains have forgotten where they started, and drawn enough.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :examination;

namespace firefly::program {

void examination::check_finite() {
    auto const bad = names_where([](summary const& s) { return !std::isfinite(s.mean); }, [](summary const&) { return 0; });
    if (!bad.empty())
        warn(fmt::format("Some draws of {} are not finite numbers.", enumeration(bad, most_names)),
             "Look for extreme values in the data; nothing below counts for these parameters.");
}

void examination::check_stuck() {
    auto const& variable = draws.parameters.front();
    std::size_t const size = variable.size();
    std::vector<std::string> still, slow;
    for (std::size_t c = 0; c < variable.chains.size(); ++c) {
        auto const& chain = variable.chains[c];
        std::size_t moved = 0, steps = draws.length() - 1;
        for (std::size_t s = size; s < chain.size(); s += size)
            moved += !std::equal(chain.begin() + static_cast<std::ptrdiff_t>(s - size),
                                 chain.begin() + static_cast<std::ptrdiff_t>(s), chain.begin() + static_cast<std::ptrdiff_t>(s));
        if (steps == 0) continue;
        if (moved == 0)
            still.push_back(fmt::format("{}", c + 1));
        else if (static_cast<double>(moved) < 0.02 * static_cast<double>(steps))
            slow.push_back(fmt::format("{}", c + 1));
    }
    auto const remedy = ours() ? "Use --kernel auto, or give the kernel a longer --warmup to find its step."
                               : "Lengthen warm-up, or choose a sampler with smaller steps.";
    if (!still.empty())
        warn(fmt::format("Chain {} never moved: {} draws, all the same.", enumeration(still, most_names), draws.length()), remedy);
    if (!slow.empty())
        warn(fmt::format("Chain {} stood still in more than 98 % of its draws.", enumeration(slow, most_names)), remedy);
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
    // NaN for too few draws: what cannot be computed is no better. A parameter that is the same in all draws of all chains is a
    // constant (the ones of a correlation matrix): where that is a fault, no parameter moves, and `check_stuck` says it.
    auto const bad = names_where([](summary const& s) { return !(s.r_hat <= 1.01) && s.sd != 0; },
                                 [](summary const& s) { return std::isnan(s.r_hat) ? infinity : s.r_hat; });
    if (bad.empty()) return;
    auto const worst = std::ranges::find(lines, bad.front(), &summary::name);
    if (std::isnan(worst->r_hat)) {
        warn(fmt::format("R-hat cannot be computed for {}: too few draws.", enumeration(bad, most_names)), more_draws());
        return;
    }
    warn(fmt::format("R-hat is up to {:.4g} ({}): the chains do not agree yet.{}", worst->r_hat, enumeration(bad, most_names),
                     odd_chain(bad.front())),
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
        warn(fmt::format("{:.0f} effective draws ({}) for {}, where {:.0f} are wanted: {}.", least, which,
                         enumeration(bad, most_names), enough, matters),
             more_draws());
    };
    few(&summary::ess_bulk, "bulk", "means are rough, and R-hat cannot be trusted");
    few(&summary::ess_tail, "tail", "the 5 % and 95 % quantiles are rough");
}

void examination::check_chains() {
    if (draws.chains() == 1)
        note("There is one chain only: whether it forgot where it started cannot be seen.", "Run at least four chains.");
    if (!draws.cut.empty()) note(draws.cut, "Nothing need be done; the draws that are left out are in the files.");
}

}  // namespace firefly::program
