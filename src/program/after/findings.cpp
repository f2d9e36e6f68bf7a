module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;

namespace firefly::program {

namespace {

constexpr std::size_t most_names = 3;  // of parameters in one sentence

double mean_of(std::span<double const> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean of a fact that every chain has a number for.
std::optional<double> mean_fact(fact_list const& facts, std::string_view key) {
    auto const text = find_fact(facts, key);
    if (!text) return std::nullopt;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t start = 0; start <= text->size(); ++count) {
        auto const end = std::min(text->find(between_chains, start), text->size());
        auto const number = parse_number(text->substr(start, end - start));
        if (!number) return std::nullopt;
        sum += *number;
        start = end + between_chains.size();
    }
    return sum / static_cast<double>(count);
}

/// Everything the checks look at, and what they find.
struct examination {
    stored_draws const& draws;
    std::vector<summary> const& lines;
    std::vector<finding> found = {};

    bool of_firefly() const { return find_fact(draws.facts, "updater").has_value(); }
    bool ours() const { return find_fact(draws.facts, "kernel").has_value(); }

    void warn(std::string what, std::string remedy) {
        found.push_back({finding::severity::warning, std::move(what), std::move(remedy)});
    }
    void note(std::string what, std::string remedy) {
        found.push_back({finding::severity::note, std::move(what), std::move(remedy)});
    }

    /// Names of the parameters for which it holds, the worst first.
    template <class Bad, class Badness>
    std::vector<std::string> names_where(Bad bad, Badness badness) const {
        std::vector<summary const*> worst;
        for (auto const& line : lines)
            if (bad(line)) worst.push_back(&line);
        std::ranges::sort(worst, std::greater{}, [&](summary const* line) { return badness(*line); });
        std::vector<std::string> names;
        for (auto const* const line : worst) names.push_back(line->name);
        return names;
    }

    void check_finite() {
        auto const bad = names_where([](summary const& s) { return !std::isfinite(s.mean); }, [](summary const&) { return 0; });
        if (!bad.empty())
            warn(fmt::format("Some draws of {} are not finite numbers.", enumeration(bad, most_names)),
                 "Look for extreme values in the data; nothing below counts for these parameters.");
    }

    /// A chain that hardly ever moves looks like one that has settled.
    void check_stuck() {
        auto const& variable = draws.parameters.front();
        std::size_t const size = variable.size();
        std::vector<std::string> still, slow;
        for (std::size_t c = 0; c < variable.chains.size(); ++c) {
            auto const& chain = variable.chains[c];
            std::size_t moved = 0, steps = draws.length() - 1;
            for (std::size_t s = size; s < chain.size(); s += size)
                moved +=
                    !std::equal(chain.begin() + static_cast<std::ptrdiff_t>(s - size),
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
            warn(fmt::format("Chain {} never moved: {} draws, all the same.", enumeration(still, most_names), draws.length()),
                 remedy);
        if (!slow.empty())
            warn(fmt::format("Chain {} stood still in more than 98 % of its draws.", enumeration(slow, most_names)), remedy);
    }

    /// The chain whose mean lies farthest from those of the others, in their standard deviations.
    std::string odd_chain(std::string const& name) const {
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

    void check_r_hat() {
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

    std::string more_draws() const { return ours() ? "Ask for more --draws (with --thin to keep files small)." : "Run longer."; }

    void check_effective() {
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

    void check_chains() {
        if (draws.chains() == 1)
            note("There is one chain only: whether it forgot where it started cannot be seen.", "Run at least four chains.");
        if (!draws.cut.empty()) note(draws.cut, "Nothing need be done; the draws that are left out are in the files.");
    }

    void check_divergences() {
        auto const mean = mean_statistic(draws, "divergent__");
        if (!mean || *mean == 0) return;
        double const count = std::round(*mean * static_cast<double>(draws.chains() * draws.length()));
        warn(fmt::format(
                 "{:.0f} draws ({:.2g} %) diverged: the kernel lost its way there, and regions of strong curvature may be missed.",
                 count, 100 * *mean),
             ours() ? "Use --kernel auto or elliptical-slice, which cannot diverge, or a longer --warmup."
                    : "Raise adapt_delta, or write the model with other parameters.");
    }

    void check_trees() {
        auto const* const depth = draws.statistic("treedepth__");
        double const most = find_number(draws.facts, "max_depth").value_or(infinity);
        if (!depth || ours()) return;
        double cut = 0;
        for (auto const& chain : depth->chains)
            cut += static_cast<double>(std::ranges::count_if(chain, [&](double d) { return d >= most; }));
        if (cut > 0)
            warn(fmt::format("{:.0f} draws reached the largest tree depth, {:.0f}: they were cut short.", cut, most),
                 "Raise max_depth, or scale the parameters alike.");
    }

    /// E-BFMI below 0.3 (Betancourt 2016, "Diagnosing suboptimal cotangent disintegrations").
    void check_energy() {
        auto const* const energy = draws.statistic("energy__");
        if (!energy) return;
        std::vector<std::string> bad;
        for (std::size_t c = 0; c < energy->chains.size(); ++c) {
            auto const& e = energy->chains[c];
            double const centre = mean_of(e);
            double steps = 0, spread = 0;
            for (std::size_t i = 0; i < e.size(); ++i) {
                spread += (e[i] - centre) * (e[i] - centre);
                if (i > 0) steps += (e[i] - e[i - 1]) * (e[i] - e[i - 1]);
            }
            if (steps < 0.3 * spread) bad.push_back(fmt::format("{}", c + 1));
        }
        if (!bad.empty())
            warn(fmt::format("E-BFMI is below 0.3 in chain {}: the energy hardly moves between draws.",
                             enumeration(bad, most_names)),
                 "Write the model with other parameters (non-centred, for instance).");
    }

    void check_brightness() {
        auto const expected = find_number(draws.facts, "expected_bright");
        auto const seen = mean_statistic(draws, "n_bright__");
        if (!of_firefly() || !expected || !seen) return;
        // A forecast to first order; half a datum is no matter, and neither is a factor of two.
        if (*seen > 2 * *expected + 1)
            warn(
                fmt::format("{:.3g} data were bright on average where {:.3g} were forecast: the posterior lies away from where the "
                            "bounds touch, or is far from Gaussian. The draws are exact, but cost more than they need.",
                            *seen, *expected),
                "Leave --anchor, --region and --bound out (auto moves the anchor), or use --algorithm regular.");
        else if (*seen < *expected / 2 - 1)
            warn(fmt::format(
                     "{:.3g} data were bright on average where {:.3g} were forecast: dark data may not have had time to light.",
                     *seen, *expected),
                 "Ask for a longer --warmup; use --updater auto.");
    }

    void check_region() {
        auto const outside = mean_fact(draws.facts, "outside_region");
        if (!outside || *outside <= 0.001) return;
        warn(fmt::format("{:.2g} % of the draws lie outside the region within which the bound is sharp ({:.3g} posterior standard "
                         "deviations): there many more data are bright. The draws are exact, but cost more than they need.",
                         100 * *outside, find_number(draws.facts, "region_radius").value_or(0)),
             "Use a larger --region, or --region none.");
    }

    /// Coefficients that data push as far as the prior lets them: classes that a plane separates, wholly or in part.
    void check_separation() {
        auto const model = find_fact(draws.facts, "model");
        if (model != "logistic" && model != "softmax") return;
        constexpr auto remedy =
            "The prior alone keeps coefficients finite: choose --prior-scale with care, or leave out the columns that give the class away.";
        if (find_fact(draws.facts, "separated")) {
            warn("The classes are separated: at the maximum every row has its own class as the more probable one.", remedy);
            return;
        }
        auto const scale = find_number(draws.facts, "prior_scale");
        if (!scale || find_fact(draws.facts, "standardized")) return;  // of standardized columns, and not of those that are shown
        bool const own_scale = find_fact(draws.facts, "intercept_scale").has_value();
        auto const pushed = names_where(
            [&](summary const& s) {
                return std::abs(s.mean) > *scale && s.sd > 0.2 * *scale && !(own_scale && s.name.ends_with("(intercept)"));
            },
            [](summary const& s) { return std::abs(s.mean); });
        if (!pushed.empty())
            warn(fmt::format("{}: beyond one prior scale from zero and wide, as when a column (nearly) separates the classes.",
                             enumeration(pushed, most_names)),
                 remedy);
    }

    /// Variance inflation: by how much the posterior variance of a coefficient exceeds what it would be were all others known.
    void check_collinear() {
        for (auto const& variable : draws.parameters) {
            if (variable.dimensions.empty() || variable.dimensions.back() != "feature") continue;
            std::size_t const features = variable.labels.back().size(), classes = variable.size() / features;
            // Enough draws to estimate the correlations, few enough columns to invert them.
            if (features < 2 || features > 300 || draws.chains() * draws.length() < 5 * features) continue;
            for (std::size_t k = 0; k < classes; ++k)
                if (report_inflation(variable, k, classes, features)) return;
        }
    }

    /// Softmax is not changed by what all classes share: their mean is taken off.
    bool report_inflation(stored_variable const& variable, std::size_t k, std::size_t classes, std::size_t all) {
        // Not the intercept: it goes with every column whose mean is far from zero, and nobody would leave either out.
        std::vector<std::size_t> columns;
        for (std::size_t d = 0; d < all; ++d)
            if (variable.labels.back()[d] != "(intercept)") columns.push_back(d);
        std::size_t const features = columns.size();
        if (features < 2) return false;
        std::vector<double> values;
        std::size_t const size = variable.size();
        constexpr double most_work = 2e8;  // products; of very many draws some are enough
        double const work = static_cast<double>(draws.chains() * draws.length() * features * features);
        std::size_t const step = size * (1 + static_cast<std::size_t>(work / most_work));
        for (auto const& chain : variable.chains) {
            for (std::size_t s = 0; s < chain.size(); s += step) {
                for (std::size_t const d : columns) {
                    double shared = 0;
                    for (std::size_t j = 0; j < classes && classes > 1; ++j) shared += chain[s + j * all + d];
                    values.push_back(chain[s + k * all + d] - shared / static_cast<double>(classes));
                }
            }
        }
        std::size_t const rows = values.size() / features;
        std::vector<double> centre(features, 0), spread(features, 0);
        for (std::size_t i = 0; i < values.size(); ++i) centre[i % features] += values[i] / static_cast<double>(rows);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] -= centre[i % features];
            spread[i % features] += values[i] * values[i];
        }
        if (std::ranges::any_of(spread, [](double s) { return !(s > 0) || !std::isfinite(s); })) return false;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] /= std::sqrt(spread[i % features]);
        matrix correlation = zeros(features, features);
        for (std::size_t s = 0; s < rows; ++s)
            for (std::size_t i = 0; i < features; ++i)
                for (std::size_t j = 0; j <= i; ++j) correlation(i, j) += values[s * features + i] * values[s * features + j];
        for (std::size_t i = 0; i < features; ++i) {
            correlation(i, i) += 1e-12;  // exactly dependent columns are found too
            for (std::size_t j = 0; j < i; ++j) correlation(j, i) = correlation(i, j);
        }
        std::vector<std::pair<double, std::string>> inflated;
        try {
            matrix const inverse = cholesky(correlation).inverse();
            constexpr double most = 100;  // standard errors ten times as large
            for (std::size_t i = 0; i < features; ++i)
                if (inverse(i, i) > most) inflated.emplace_back(-inverse(i, i), variable.labels.back()[columns[i]]);
        } catch (numerical_error const&) { return false; }
        if (inflated.empty()) return false;
        std::ranges::sort(inflated);
        std::vector<std::string> names;
        for (auto const& [inflation, name] : inflated) names.push_back(name);
        note(fmt::format(
                 "The columns {} say nearly the same: their coefficients are {:.0f} times as uncertain as each would be alone.",
                 enumeration(names, most_names), std::sqrt(-inflated.front().first)),
             "Predictions are sound. To read single coefficients, leave one of the columns out.");
        return true;
    }
};

}  // namespace

std::optional<double> mean_statistic(stored_draws const& draws, std::string_view name) {
    auto const* const statistic = draws.statistic(name);
    if (!statistic) return std::nullopt;
    double sum = 0;
    for (auto const& chain : statistic->chains) sum += mean_of(chain);
    return sum / static_cast<double>(statistic->chains.size());
}

std::vector<finding> find_problems(stored_draws const& draws, std::vector<summary> const& lines) {
    examination e{draws, lines};
    e.check_finite();
    e.check_stuck();
    e.check_r_hat();
    e.check_effective();
    e.check_divergences();
    e.check_trees();
    e.check_energy();
    e.check_separation();
    e.check_brightness();
    e.check_region();
    e.check_collinear();
    e.check_chains();
    return std::move(e.found);
}

std::string in_words(std::vector<finding> const& findings) {
    if (findings.empty()) return "No problems found: the chains agree, and effective draws are enough.\n";
    std::string result;
    for (auto const& one : findings)
        result += fmt::format("{}: {} {}\n", one.how == finding::severity::warning ? "Warning" : "Note", one.what, one.remedy);
    return result;
}

void diagnose_files(diagnose_options const& options) {
    auto const draws = read_draws(options.files);
    fmt::print("{}\n\n{}", describe(draws), in_words(find_problems(draws, summarise_draws(draws))));
}

}  // namespace firefly::program
