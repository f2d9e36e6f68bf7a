/// The density of draws, smoothed: a Gaussian kernel estimate on a grid.
///
///     f(x) = 1/(S h) Σₛ φ((x − xₛ)/h),    h = 0.9 min(sd, IQR/1.34) S^(−1/5)
///
/// with Silverman's rule for the bandwidth (1986, *Density Estimation*, §3.4.2). The grid has 120 cells from the 0.1 % to the 99.9 % quantile,
/// and 3h further: extreme draws would make all else narrow. Draws are counted in its cells first, so the cost is O(S) and 120².
module;
#include <utility>
#include <vector>

export module firefly.program.output:density_curve;

import firefly;

namespace firefly::program {

/// Points (x, f(x)), x growing. Empty where draws are not finite, are all the same, or are fewer than ten.
export std::vector<std::pair<double, double>> density_curve(scalar_draws const& draws);

}  // namespace firefly::program
