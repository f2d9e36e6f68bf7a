/// Checks the kernel and the brightness of data.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :examination;

namespace firefly::program {

void examination::check_divergences() {
    auto const mean = mean_statistic(draws, "divergent__");
    if (!mean || *mean == 0) return;
    double const count = std::round(*mean * static_cast<double>(draws.chains() * draws.length()));
    warn(fmt::format(
             "{:.0f} draws ({:.2g} %) diverged: the kernel lost its way there, and regions of strong curvature may be missed.",
             count, 100 * *mean),
         ours() ? "Use --kernel auto or elliptical-slice, which cannot diverge, or a longer --warmup."
                : "Raise adapt_delta, or write the model with other parameters.");
}

void examination::check_trees() {
    auto const* const depth = draws.statistic("treedepth__");
    double const most = find_number(draws.facts, "max_depth").value_or(infinity);
    if (!depth || ours()) return;
    double cut = 0;
    for (auto const& chain : depth->chains)
        cut += static_cast<double>(std::ranges::count_if(chain, [&](double d) { return d >= most; }));
    if (cut > 0)
        warn(fmt::format("{:.0f} {} the largest tree depth, {:.0f}, and stopped there.", cut,
                         cut == 1 ? "draw reached" : "draws reached", most),
             "Raise max_depth, or scale the parameters alike.");
}

void examination::check_energy() {
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
        warn(fmt::format("E-BFMI is below 0.3 in chain {}: the energy hardly moves between draws.", enumeration(bad, most_names)),
             "Write the model with other parameters (non-centred, for instance).");
}

void examination::check_brightness() {
    auto const expected = find_number(draws.facts, "expected_bright");
    auto const seen = mean_statistic(draws, "n_bright__");
    if (!of_firefly() || !expected || !seen) return;
    // The forecast is of first order: a factor of two, or half a datum, is within its error.
    if (*seen > 2 * *expected + 1)
        warn(fmt::format("{:.3g} data were bright on average where {:.3g} were forecast: the posterior lies away from where the "
                         "bounds touch, or is far from Gaussian. The draws are exact, but cost more than they need to.",
                         *seen, *expected),
             "Leave --anchor, --region and --bound out (auto moves the anchor), or use --algorithm regular.");
    else if (*seen < *expected / 2 - 1)
        warn(fmt::format(
                 "{:.3g} data were bright on average where {:.3g} were forecast: dark data may not have had time to light up.",
                 *seen, *expected),
             "Ask for a longer --warmup; use --updater auto.");
}

void examination::check_region() {
    auto const outside = mean_fact(draws.facts, "outside_region");
    // In rings about a narrow region the bound is sharp, too: there it is the rule that draws leave the region.
    if (!outside || *outside <= 0.001 || find_number(draws.facts, "ring_radius")) return;
    warn(fmt::format("{:.2g} % of the draws lie outside the region within which the bound is sharp ({:.3g} posterior standard "
                     "deviations): there many more data are bright. The draws are exact, but cost more than they need to.",
                     100 * *outside, find_number(draws.facts, "region_radius").value_or(0)),
         "Use a larger --region, or --region none.");
}

}  // namespace firefly::program
