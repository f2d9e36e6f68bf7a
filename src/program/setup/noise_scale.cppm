/// The maximum likelihood estimate of the scale of the noise, jointly with the coefficients: where the search for the maximum starts when the scale is
/// sampled, and what `diagnose` compares one with that is held fixed.
///
///     ℓ = −ρ(r/s) − log s,   w_n = ρ'(u)/u at u = r_n/s,   θ ← argmin Σ w_n (t_n − x_n·θ)²,   s² ← Σ w_n r_n² / N
///
/// Weighted least squares: no step falls, since each ρ here is concave in u² and lies below its tangent (Huber 1981, section 7.8). For
/// Student-t noise, w = (ν + 1)/(ν + u²), this is EM, and dividing by Σ w instead of N makes it several times faster with the same maximum (Kent,
/// Tyler & Vardi 1994; Liu, Rubin & Wu 1998: PX-EM). The prior is not used. Cost: one pass per step, O(ND²), and about ten steps. With many rows
/// most steps use a tenth of them.
module;
#include <cstddef>
#include <optional>

export module firefly.program.setup:noise_scale;

import firefly;
import firefly.program.input;
import :dispersion;

namespace firefly::program {

/// Of the noise of the model that the options name. Nothing if the columns explain the target exactly, so that there is no noise.
export std::optional<dispersion_estimate> likeliest_noise_scale(any_rows const& rows, sample_options const& options);

}  // namespace firefly::program
