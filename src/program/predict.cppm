/// `firefly predict`: what the draws say of new rows.
///
///     logistic   the probability of the second label, 1/(1 + e^(−xβ)), in each draw
///     softmax    the probability of each class
///     robust     the mean xβ
///
/// For each row the mean over draws and the ends of an interval that holds the given share of the draws. Where the file has the target,
/// the log score too: the mean over rows of log (mean over draws of p(y | x, θ)), which a better model has larger. Cost: rows × draws × D
/// multiplications; memory for one block of rows times all draws.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.program:predict;

namespace firefly::program {

export struct predict_options {
    std::vector<std::string> draws;  // files
    std::string data;
    std::string target;          // empty: the column of that name in the fit, where the file has it
    std::string output;          // CSV; empty: standard output
    double interval = 0.9;       // share of the draws inside
    std::size_t most_draws = 0;  // spread evenly over all; 0: all of them
};

/// Throws `data_error` for files that cannot be read or do not go together.
export void predict_rows(predict_options const& options);

}  // namespace firefly::program
