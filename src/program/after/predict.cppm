/// `firefly predict`: what the draws say of new rows.
///
///     logistic   the probability of the second label, 1/(1 + e^(−xβ)), in each draw
///     softmax    the probability of each class
///     ordinal    the probability of each category
///     poisson    the mean e^(xβ); where asked, the probability of each count
///     robust     the mean xβ
///
/// For each row the mean over draws and the ends of an interval that holds the given share of the draws. Where the file has the target,
/// the log score too: the mean over rows of log (mean over draws of p(y | x, θ)), which a better model has larger. Cost: rows × draws × D
/// multiplications; memory for one block of rows times all draws.
export module firefly.program.after:predict;

import firefly.program.input;

namespace firefly::program {

/// Throws `data_error` for files that cannot be read or do not go together.
export void predict_rows(predict_options const& options);

}  // namespace firefly::program
