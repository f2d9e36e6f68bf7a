module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;
import :costs;

namespace firefly {

double firefly_work(pilot_report const& seen, workload const& of) {
    double const size = static_cast<double>(of.dimension);
    double const bright = seen.bright * std::max(1.0, static_cast<double>(of.width) - 1);
    // Where bright predictors are as many as parameters, elliptical steps take over: a dozen per iteration, each of which asks all bright data
    // at once, some times.
    double const crowded = portable::pow(std::min(1.0, bright / size), 1.5);
    double const query = (1 - crowded) * (100 + 6 * of.likelihood + 2 * size) + crowded * (33 + of.likelihood);
    return 950 + 0.6 * size * size + crowded * 6000 + seen.queries * query + 0.045 * bright * bright * (size + bright);
}

double regular_work(kernel_kind kernel, double passes, workload const& of) {
    double const size = static_cast<double>(of.dimension), rows = static_cast<double>(of.rows);
    if (kernel == kernel_kind::independence) return 200 + 0.5 * size * size + passes * rows * (of.likelihood + 0.075 * size);
    // One point at a time: what does not fill a vector is multiplied number by number, and rows that do not fit a cache wait for memory.
    double const columns = size / static_cast<double>(of.width), bytes = 8 * rows * columns;
    double const rest = static_cast<double>(of.width * (of.dimension / of.width % 8));
    double const waiting = 0.2 * bytes / (bytes + 2e6) + 0.45 * bytes / (bytes + 4e7);
    double const per_row = 1.5 + of.likelihood + 0.8 * rest + 0.1 * size + columns * waiting;
    return 500 + 1.3 * size * size + passes * rows * per_row;
}

kernel_kind cheapest(sampler_costs const& costs) {
    if (costs.independence < costs.firefly && costs.independence <= costs.elliptical) return kernel_kind::independence;
    return costs.elliptical < costs.firefly ? kernel_kind::elliptical_slice : kernel_kind::bright_gibbs;
}

std::string costs_in_words(kernel_kind taken, sampler_costs const& costs) {
    std::string_view const name = taken == kernel_kind::independence       ? "independence Metropolis on all data"
                                  : taken == kernel_kind::elliptical_slice ? "elliptical slices on all data"
                                                                           : "bright Gibbs";
    std::string const independence =
        costs.independence == infinity ? "not known" : fmt::format("{:.2g}", costs.independence / costs.one_pass);
    return fmt::format(
        "Sampler: {}. Passes over the data that an effective draw costs: bright Gibbs {:.2g}, independence Metropolis {}, elliptical slices "
        "{:.2g}.",
        name, costs.firefly / costs.one_pass, independence, costs.elliptical / costs.one_pass);
}

std::string heavy_tail_in_words(pilot_report const& seen) {
    if (seen.tail == infinity)
        return fmt::format("Independence Metropolis on all data is left out: its pilot visited {} points, too few to judge it.",
                           seen.points);
    return fmt::format(
        "Independence Metropolis on all data is left out: its pilot cannot judge it. It visited {} points, and it may stick where they are fewest "
        "(Pareto k of its weights: {:.2g}; at most {:.2g} can be relied upon).",
        seen.points, seen.tail, heaviest_tail(seen.points));
}

std::string pilot_in_words(pilot_report const& seen, bool anchor_moved) {
    return fmt::format("{}: {:.3g} bright data, {:.3g} queries and {:.2g} effective draws per iteration.",
                       anchor_moved ? "Anchor moved to a pilot's mean. Pilot from there" : "Pilot", seen.bright, seen.queries,
                       seen.effective);
}

}  // namespace firefly
