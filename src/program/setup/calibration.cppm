/// Whether things that the model says happen with probability p happen in the share p of all cases, class by class.
///
///     predicted = Σ ω p / Σ ω,   observed = Σ ω [it happened] / Σ ω,   error² = Σ ω p(1 − p) / (Σ ω)²
///
/// over groups of data with about the same p, ten of about the same size. At the maximum of the posterior. Dawid 1982, "The
/// well-calibrated Bayesian". One pass, O(ND): data are sorted into cells of a tenth in the log odds of p, and neighbouring cells are
/// joined to groups. A cell is not divided, so equal predictions are in one group, and there may be fewer of them. n trials are n data.
///
/// Of two classes the same cells say how well predictions tell them apart: the receiver operating characteristic, for each threshold the share
/// of the data of either class whose p lies above it (Fawcett 2006, "An introduction to ROC analysis"). Data of one cell count as equal.
module;
#include <cstddef>
#include <vector>

module firefly.program.setup:calibration;

import firefly;
import :data_survey;

namespace firefly::program {

struct two_classes {
    std::vector<calibration_group> groups;
    std::vector<roc_point> roc;  // from (0, 0) to (1, 1), at most about a hundred points; none where a class has no data
};

/// Of the second of two classes, or of success in each of some trials.
two_classes calibrate_two(any_family const& family, any_rows const& rows, vector_view theta);

/// Of each class of a softmax.
std::vector<std::vector<calibration_group>> calibrate_classes(std::size_t classes, any_rows const& rows, vector_view theta);

/// Of each of some ordered categories: θ are coefficients, then cutpoints.
std::vector<std::vector<calibration_group>> calibrate_ordered(std::size_t categories, any_rows const& rows, vector_view theta);

}  // namespace firefly::program
