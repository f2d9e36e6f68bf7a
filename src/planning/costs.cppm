/// What samplers cost, by what pilots count: how they are compared.
module;
#include <cstddef>
#include <string>

module firefly.planning:costs;

import firefly.core;
import :choices;
import :pilot;

namespace firefly {

/// About what an iteration takes, from counts: queries, and what bright Gibbs does besides.
double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width);
double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width);

/// Of an effective draw, and of one pass over the data.
struct sampler_costs {
    double firefly, independence, elliptical, one_pass;
};

/// The sampler to take, and the sentence that says so.
kernel_kind cheapest(sampler_costs const& costs);
std::string costs_in_words(kernel_kind taken, sampler_costs const& costs);

std::string pilot_in_words(pilot_report const& seen, bool anchor_moved);

}  // namespace firefly
