/// The likeliest scale of Student-t noise, and the coefficients with it: what `--noise-scale auto` holds fixed.
///
///     w_n = (ν + 1)/(ν + r_n²/s²),   θ ← argmin Σ w_n (t_n − x_n·θ)²,   s² ← Σ w_n r_n² / Σ w_n
///
/// EM by weighted least squares; dividing by Σ w and not by N makes it several times faster and ends at the same maximum (Kent, Tyler &
/// Vardi 1994; Liu, Rubin & Wu 1998: PX-EM). The prior has no part in it. Cost: one pass a step, O(ND²); about ten steps, most of them over a tenth of the rows
/// where there are many.
module;
#include <cstddef>

export module firefly.program.setup:noise_scale;

import firefly;
import firefly.program.input;

namespace firefly::program {

export struct noise_estimate {
    double scale;
    std::size_t passes;  // over all rows
};

/// Throws `invalid_argument` where the columns explain the target exactly, so that there is no noise.
export noise_estimate likeliest_noise_scale(any_rows const& rows, double degrees_of_freedom);

}  // namespace firefly::program
