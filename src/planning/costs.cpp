module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

module firefly.planning;

import firefly.external;
import firefly.core;
import :costs;

namespace firefly {

// Nanoseconds on one core of a server of 2020, fitted to bench_beyond; only their ratios matter.

double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width) {
    double const size = static_cast<double>(dimension), bright = seen.bright * std::max(1.0, static_cast<double>(width) - 1);
    return 1500 + 7 * size * size + seen.queries * (400 + 12 * size) + 0.3 * bright * bright * (size + bright);
}

double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width) {
    return 500 + passes * static_cast<double>(rows) * (30 * static_cast<double>(width) + 0.5 * static_cast<double>(dimension));
}

kernel_kind cheapest(sampler_costs const& costs) {
    if (costs.independence < costs.firefly && costs.independence <= costs.elliptical) return kernel_kind::independence;
    return costs.elliptical < costs.firefly ? kernel_kind::elliptical_slice : kernel_kind::bright_gibbs;
}

std::string costs_in_words(kernel_kind taken, sampler_costs const& costs) {
    std::string_view const name = taken == kernel_kind::independence       ? "independence Metropolis on all data"
                                  : taken == kernel_kind::elliptical_slice ? "elliptical slices on all data"
                                                                           : "bright Gibbs";
    return fmt::format(
        "Sampler: {}. Passes over the data that an effective draw costs: bright Gibbs {:.2g}, independence Metropolis {:.2g}, elliptical "
        "slices {:.2g}.",
        name, costs.firefly / costs.one_pass, costs.independence / costs.one_pass, costs.elliptical / costs.one_pass);
}

std::string pilot_in_words(pilot_report const& seen, bool anchor_moved) {
    return fmt::format("{}: {:.3g} bright data, {:.3g} queries and {:.2g} effective draws per iteration.",
                       anchor_moved ? "Anchor moved to a pilot's mean. Pilot from there" : "Pilot", seen.bright, seen.queries,
                       seen.effective);
}

}  // namespace firefly
