/// How residuals scatter, and how the model's noise does.
///
///     u = (y − η)/s                   noise of scale s about η
///     u = √a log(y/μ)                 gamma of shape a and mean μ
///     expected = N ∫ p(u) du          over each bin, by Simpson's rule
///
/// At the maximum of the posterior. Bins of half a unit from −3.5 to 3.5. One pass, O(ND).
module;
#include <cstddef>

module firefly.program.setup:residual_bins;

import firefly;
import firefly.program.input;
import :data_survey;

namespace firefly::program {

/// The model is one of numbers other than counts, and `spread` is its noise scale or shape.
binned_data bin_residuals(model_kind model, any_family const& family, double spread, any_rows const& rows, vector_view theta);

}  // namespace firefly::program
