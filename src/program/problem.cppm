/// What the options ask for, put together: data, model, bound, anchor, and densities to sample.
///
/// Model and bound are chosen here and disappear behind `any_density`; what follows sees kernels and updaters only.
module;
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

export module firefly.program:problem;

import firefly;
import :brightness;
import :options;
import :run;

namespace firefly::program {

export struct problem {
    row_index rows;
    std::size_t dimension;
    std::vector<std::string> names;       // of the parameters, as people call them
    std::vector<std::string> columns;     // of the data
    std::vector<std::string> classes;     // what a softmax has weights for; empty for other models
    std::string target;                   // the column that is explained
    std::vector<std::string> labels;      // what its classes are called; empty for numbers
    bool separated = false;               // at the maximum every row has its own class as the more probable one
    std::optional<double> region_radius;  // within which the bound is sharp, in posterior standard deviations
    std::string bound;                    // the one that was chosen, in words; empty for regular MCMC
    std::optional<anchor> at;             // the maximum, when bounds touch there
    std::optional<forecast> expected;     // what a run with the anchored bound will cost
    // Where the choice was left to `plan`, its choice:
    chain_maker planned;
    method sampler = method::bright_gibbs;
    std::vector<std::string> reasons;
    // Otherwise what kernels and updaters are put together with:
    std::function<any_density(vector_view)> regular;
    std::function<any_firefly_density(vector_view)> firefly;
    std::function<std::vector<looseness_table>()>
        tables;  // where bounds touch at the maximum; a pass over the data for each region
    std::function<vector(chain_options const&)> start;
    std::shared_ptr<bright_watch> watch;  // which data are bright, where that is to be known
};

/// Reads the data, finds the maximum, collapses the bound. Throws `firefly::error` when something cannot be used.
export problem make_problem(sample_options const& options);

}  // namespace firefly::program
