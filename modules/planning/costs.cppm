/// About what an iteration of each sampler takes, from counts: how a plan compares samplers.
///
/// In nanoseconds on one core of a server of 2020. `./dev bench defaults` holds the constants against measured times; only their
/// ratios matter. A function of counts and not of times, so that a seed gives the same draws on every machine.
module;
#include <cstddef>
#include <string>
#include <type_traits>

export module firefly.planning:costs;

import firefly.core;
import :choices;
import :pilot;

namespace firefly {

/// What a posterior asks of a sampler.
export struct workload {
    row_index rows;
    std::size_t dimension;
    std::size_t width;  // predictors of a datum
    double likelihood;  // nanoseconds of a datum's log likelihood, once its predictors are there
};

/// The counts of this model.
export template <Model M>
workload workload_of(M const& model) {
    using L = std::remove_cvref_t<decltype(model.likelihood())>;
    double each = 30;  // a logarithm of the C library, and what goes with it
    if constexpr (requires { L::work; }) each = L::work;
    std::size_t const width = model.likelihood().width();
    return {model.rows().rows(), model.dimension(), width, each * static_cast<double>(width)};
}

/// Bright Gibbs with the clocked update: the products of D² numbers, queries, and the matrices of the bright predictors.
export double firefly_work(pilot_report const& seen, workload const& of);

/// A kernel on all data. Independence Metropolis evaluates its proposals many at a time, which takes less for each.
export double regular_work(kernel_kind kernel, double passes, workload const& of);

/// Of an effective draw, and of one pass over the data.
struct sampler_costs {
    double firefly, independence, elliptical, one_pass;
};

/// The sampler to take, and the sentence that says so.
kernel_kind cheapest(sampler_costs const& costs);
std::string costs_in_words(kernel_kind taken, sampler_costs const& costs);

/// Why independence Metropolis is not among them: a pilot whose weights have a heavy tail may never have seen where the chain sticks.
std::string heavy_tail_in_words(pilot_report const& seen);

std::string pilot_in_words(pilot_report const& seen, bool anchor_moved);

}  // namespace firefly
