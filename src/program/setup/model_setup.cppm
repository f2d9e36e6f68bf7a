/// A model that is ready to be sampled: what was read, found and chosen, and what makes its chains.
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
import :chain_factory;
import :data_survey;

namespace firefly::program {

/// The maximum of the density of θ, given the learned scales of the prior, which are likely ones (`at_likely_scales`).
export struct conditional_maximum {
    anchor at;
    vector scales;
};

export struct model_setup {
    row_index rows;
    std::uint64_t data_hash;  // of every number and name that was read
    std::size_t dimension;
    std::vector<stored_variable> parameters;  // what a draw is made of, in order: θ, then learned scales of the prior
    std::vector<std::string> columns;         // of the data, those of groups left out
    std::string target;                       // what its column is called
    std::vector<std::string> labels;          // what its classes are called; empty for numbers
    std::vector<known_levels> categories;     // columns of the data that became indicators, with all their levels
    std::vector<std::string> classes;         // what a softmax has weights for; empty for other models
    data_scale to_data_scale;                 // of θ as it is sampled, and as `at` has it
    bool in_four_bytes = false;               // how features are stored
    std::shared_ptr<design const> made;       // what a formula learned; nothing: there is none
    std::optional<row_index> dropped;         // rows that were left out because a cell is missing; nothing: not known
    std::vector<column_prior> priors;         // of all columns, with the levels of groups
    std::string prior;                        // the distribution of those that have none of their own
    double prior_scale;                       // that of most columns, as it was asked for or chosen
    std::optional<double> intercept_scale;    // the same, where it is another
    double spread;  // noise scale, size or shape, as `spread_of` says; of a sampled noise scale that at the maximum
    std::optional<double> likeliest_spread;  // where it was found and is held fixed; 0 where the columns explain the target exactly
    std::optional<double> noise_prior_scale;  // of a noise scale that is sampled
    std::string on_grid;                      // what is sampled on a grid, as draws call it; empty: nothing
    std::string grid_prior;                   // its prior, in words
    double likeliest_on_grid = 0;             // about the likeliest of its values, for surveys and `map`
    bool separated = false;                   // at the maximum every row has its own class as the more probable one
    data_survey seen;                         // in the data
    choices chosen;                           // by the plan, with nothing left open
    std::vector<std::string> reasons;         // for it, a sentence each
    std::optional<anchor> at;                 // where bounds touch, or nothing
    std::optional<forecast> expected;         // what a run with the anchored bound will cost
    /// As near as arithmetic allows, where the plan was content with less.
    std::function<conditional_maximum()> find_maximum;
    chain_factory chains;

    /// What people call each number of a draw, and those of θ among them: all but the learned scales of the prior and
    /// what is sampled on a grid.
    std::vector<std::string> names() const;
    std::vector<std::string> names_of_theta() const;
    /// A part of firefly by its word; empty for regular MCMC.
    inline std::string bound() const { return chosen.bound.is_none() ? "" : in_words(chosen.bound); }
    inline std::string updater() const { return chosen.updater.is_none() ? "" : in_words(chosen.updater); }
    inline std::string kernel() const { return in_words(chosen.kernel); }
};

/// The prior of one column, those of groups left out.
export struct own_prior {
    std::string word;                      // gaussian, laplace, student_t, flat, learned, or horseshoe
    double scale;                          // infinite where it is flat, or learned
    double degrees_of_freedom = infinity;  // of Student's t

    double variance() const;
};
export own_prior prior_of_column(model_setup const& setup, std::size_t column);

}  // namespace firefly::program
