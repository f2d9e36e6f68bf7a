/// What the options ask for, put together: data, model, bound, anchor, and densities to sample.
///
/// Model and bound are chosen here and disappear behind `any_density`; what follows sees kernels and updaters only.
module;
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.setup:model_setup;

import firefly;
import firefly.program.input;
import :brightness;
import :saved_chain;

namespace firefly::program {

export struct model_setup {
    row_index rows;
    std::uint64_t data_hash;  // of every number and name that was read
    std::size_t dimension;
    std::vector<std::string> names;        // of the parameters, as people call them
    std::vector<std::string> columns;      // of the data
    std::string target;                    // what its column is called
    std::vector<std::string> labels;       // what its classes are called; empty for numbers
    std::vector<known_levels> categories;  // columns of the data that became indicators, with all their levels
    std::vector<std::string> classes;      // what a softmax has weights for; empty for other models
    data_scale to_data_scale;              // of θ as it is sampled, and as `at` has it
    bool in_four_bytes = false;            // how features are stored
    double prior_scale;                    // what was asked for, or chosen
    double noise_scale;                    // the same, of the robust model
    bool separated = false;                // at the maximum every row has its own class as the more probable one
    std::optional<double> region_radius;   // within which the bound is sharp, in posterior standard deviations
    std::string bound;                     // the one that was chosen, in words; empty for regular MCMC
    std::optional<anchor> at;              // the maximum, when bounds touch there
    std::optional<forecast> expected;      // what a run with the anchored bound will cost
    // Where the choice was left to `plan`, its choice:
    chain_factory planned;
    method sampler = method::bright_gibbs;
    std::vector<std::string> reasons;
    // Otherwise what kernels and updaters are put together with:
    std::function<any_density(vector_view)> regular;
    std::function<any_density(density_state const&)> saved_regular;
    std::function<any_firefly_density(vector_view)> firefly;
    std::function<any_firefly_density(density_state const&)> saved_firefly;
    std::function<std::vector<lazy<looseness_table>>()>
        tables;  // where bounds touch at the maximum; a pass over the data for each region
    std::function<vector(chain_options const&)> start;
    std::shared_ptr<bright_watch> watch;  // which data are bright, where that is to be known
};

/// Reads the data, finds the maximum, collapses the bound: all processes together. Throws `firefly::error` when something cannot be used.
export model_setup set_up_model(sample_options const& options, processes const& all);

}  // namespace firefly::program
