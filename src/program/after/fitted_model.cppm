/// The model that draws are of, as their files tell: what `predict` needs besides new rows.
module;
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

export module firefly.program.after:fitted_model;

import firefly;
import firefly.program.input;

namespace firefly::program {

/// Coefficients that differ between levels, one draw per row.
export struct fitted_group {
    matrix effects = zeros(0, 0);  // of each level
    matrix scale = zeros(0, 0);    // of their distribution, where that is normal
};

export struct fitted_model {
    model_kind kind = model_kind::logistic;
    std::vector<std::string> features;
    std::vector<known_levels> categories;  // columns of which some features are indicators
    std::string target;                    // what its column was called; empty: not known
    std::vector<std::string> outcomes;     // two labels, or all classes, in their order; empty where the target is a number
    std::shared_ptr<design const> made;    // what makes the features, where the fit has a formula
    std::vector<fitted_group> groups;      // of that
    case_options cases;  // columns that are no features; weights only where they are asked for: a prediction has none
    model_numbers numbers;
    matrix theta = zeros(0, 0);      // coefficients, one draw per row
    matrix cutpoints = zeros(0, 0);  // the same
    matrix noise = zeros(0, 0);      // the same of σ, where it was sampled; then `numbers` has the scale 1
    matrix on_grid = zeros(0, 0);    // the same of degrees of freedom or size

    /// Those of draw s.
    inline model_numbers numbers_of(std::size_t s) const {
        model_numbers result = numbers;
        if (on_grid.size() > 0) (has_size(kind) ? result.spread : result.nu) = on_grid(s, 0);
        return result;
    }
    /// Linear predictors of a draw.
    inline std::size_t width() const { return has_weights_by_class(kind) ? outcomes.size() : 1; }
    /// How many numbers are predicted.
    inline std::size_t predictions() const { return predicts_each_class(kind) ? outcomes.size() : 1; }
};

/// Throws `data_error` for draws that do not say what they are of. Where an older firefly wrote them they do not tell the reference levels:
/// then categories can be predicted only with `unseen_as_reference`.
export fitted_model load_model(predict_options const& options);
/// The same of draws that were read from the files of the options.
export fitted_model load_model(stored_draws const& draws, predict_options const& options);

/// Keeps every `thin`-th draw of each chain, from the first, and none of warm-up.
export void thin_draws(stored_draws& draws, std::size_t thin);

/// How new rows are read: the columns that the features are made of, with their levels, what is kept, and the target.
export read_options how_to_read(fitted_model const& fit, predict_options const& options);

}  // namespace firefly::program
