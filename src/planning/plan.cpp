module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;

namespace firefly {

// Nanoseconds on one core of a server of 2020, fitted to bench_beyond; only their ratios matter.

double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width) {
    double const size = static_cast<double>(dimension), bright = seen.bright * std::max(1.0, static_cast<double>(width) - 1);
    return 1500 + 7 * size * size + seen.queries * (400 + 12 * size) + 0.3 * bright * bright * (size + bright);
}

double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width) {
    return 500 + passes * static_cast<double>(rows) * (30 * static_cast<double>(width) + 0.5 * static_cast<double>(dimension));
}

choice<algorithm_kind> algorithm_of(choices const& wanted) {
    if (wanted.algorithm.is_none()) refuse_choice("algorithm", "none", "there must be one; use firefly or regular");
    if (wanted.kernel.is_none()) refuse_choice("kernel", "none", "there must be one; leave it out");
    if (wanted.start.is_none()) refuse_choice("start", "none", "there must be one; leave it out");
    bool const parts_of_firefly = !wanted.bound.is_automatic() || !wanted.region.is_automatic() || !wanted.updater.is_automatic() ||
                                  !wanted.candidates.is_automatic();
    bool const regular = wanted.algorithm == choice(algorithm_kind::regular);
    if (regular && wanted.updater.is_value())
        refuse_choice("updater", word_of(*wanted.updater), "regular MCMC has no brightness to update; leave it out");
    if (regular && wanted.bound.is_value())
        refuse_choice("bound", word_of(*wanted.bound), "regular MCMC has no bound; leave it out");
    if (regular && wanted.region.is_value())
        refuse_choice("region", shortest(*wanted.region), "regular MCMC has no bound; leave it out");
    if (regular && wanted.candidates.is_value())
        refuse_choice("candidates", shortest(*wanted.candidates), "regular MCMC has no brightness to update; leave it out");
    if (!wanted.algorithm.is_automatic()) return wanted.algorithm;
    if (wanted.kernel == choice(kernel_kind::independence) && !parts_of_firefly) return algorithm_kind::regular;
    if (parts_of_firefly || wanted.kernel.is_value() || wanted.anchor.is_none()) return algorithm_kind::firefly;
    return automatic;
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

void refuse_bound(bound_kind asked, std::vector<bound_kind> const& offered) {
    std::string words;
    for (bound_kind const kind : offered) words += fmt::format("{}{}", words.empty() ? "" : ", ", word_of(kind));
    refuse_choice("bound", word_of(asked), fmt::format("not a bound of this model; use {} or auto", words));
}

}  // namespace firefly
