module;
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.samplers;

namespace firefly {

void check_grid_choices(choices const& wanted) {
    bool const regular = wanted.algorithm == choice(algorithm_kind::regular);
    auto const refuse = [](std::string_view what, std::string const& word, std::string_view use) {
        refuse_choice(what, word, fmt::format("a parameter on a grid is sampled with {} only; leave it out", use));
    };
    if (wanted.algorithm.is_none()) refuse_choice("algorithm", "none", "there must be one; use firefly or regular");
    if (!wanted.anchor.allows(anchor_kind::maximum)) refuse("anchor", in_words(wanted.anchor), word_of(anchor_kind::maximum));
    kernel_kind const kernel = regular ? kernel_kind::elliptical_slice : kernel_kind::bright_gibbs;
    if (!wanted.kernel.allows(kernel)) refuse("kernel", in_words(wanted.kernel), word_of(kernel));
    if (wanted.start.is_none() || wanted.start == choice(start_kind::prior))
        refuse("start", in_words(wanted.start),
               fmt::format("{} or {}", word_of(start_kind::laplace), word_of(start_kind::maximum)));
    if (regular) {
        if (wanted.updater.is_value() || wanted.bound.is_value() || wanted.region.is_value() || wanted.candidates.is_value())
            refuse_choice("algorithm", "regular", "it has no bound, region, updater or candidates; leave them out");
        return;
    }
    if (wanted.bound.is_none()) refuse_choice("bound", "none", "firefly needs one; leave it out");
    if (!wanted.updater.allows(updater_kind::clocked)) refuse("updater", in_words(wanted.updater), word_of(updater_kind::clocked));
}

std::string grid_in_words(grid_values const& grid) {
    return fmt::format(
        "Grid: {} values from {:.4g} to {:.4g}, each {:.3g} times the one before; chains start at {:.4g}, about the likeliest.",
        grid.values.size(), grid.values.front(), grid.values.back(), grid.values.size() > 1 ? grid.values[1] / grid.values[0] : 1.0,
        grid.values[grid.likeliest]);
}

}  // namespace firefly
