/// How often each count occurs, and how often the model expects it: what a rootogram shows.
///
///     observed(k) = Σ ω_n [y_n = k],   expected(k) = Σ ω_n P(y = k | x_n, θ*)
///
/// At the maximum θ* of the posterior. Kleiber & Zeileis 2016, "Visualizing count data regressions using rootograms". Bins are of 1, 2, 5,
/// 10, … counts, at most 14 of them, so that they hold 97 % of the data or more. Two passes: one over the targets, for the bins, and one
/// for the probabilities, of no more blocks than 2²⁵ probabilities allow. Cost: rows × counts in the bins.
module;
#include <cstddef>
#include <optional>

module firefly.program.setup:count_bins;

import firefly;
import :data_survey;

namespace firefly::program {

/// The family is one of counts. Nothing where counts spread so far that one block of rows would take more than all of that, or where no
/// row has a weight.
std::optional<binned_data> bin_counts(any_family const& family, any_rows const& rows, vector_view theta);

}  // namespace firefly::program
