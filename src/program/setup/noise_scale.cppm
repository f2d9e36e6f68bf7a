/// The maximum likelihood estimate of the scale of Student-t noise, jointly with the coefficients: what `--noise-scale auto` uses, and what
/// `diagnose` compares any other scale with.
///
///     w_n = (ν + 1)/(ν + r_n²/s²),   θ ← argmin Σ w_n (t_n − x_n·θ)²,   s² ← Σ w_n r_n² / Σ w_n
///
/// EM by weighted least squares. Dividing by Σ w instead of N makes it several times faster with the same maximum (Kent, Tyler & Vardi 1994;
/// Liu, Rubin & Wu 1998: PX-EM). The prior is not used. Cost: one pass per step, O(ND²), and about ten steps. With many rows most
/// steps use a tenth of them.
module;
#include <cstddef>
#include <optional>

export module firefly.program.setup:noise_scale;

import firefly;
import firefly.program.input;

namespace firefly::program {

export struct noise_estimate {
    double scale;
    std::size_t passes;  // over all rows
};

/// Nothing if the columns explain the target exactly, so that there is no noise.
export std::optional<noise_estimate> likeliest_noise_scale(any_rows const& rows, double degrees_of_freedom);

}  // namespace firefly::program
