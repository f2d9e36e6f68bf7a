/// The maximum likelihood estimates of the size of a negative binomial and the shape of a gamma distribution, jointly with the coefficients:
/// what `--size auto` and `--shape auto` use.
///
/// Size: coefficients at a fixed size and the size at fixed coefficients take turns. The two hardly depend on each other (their Fisher
/// information is block diagonal), so that a few turns are enough. One pass over the rows tries nine sizes.
/// Shape a: the coefficients do not depend on it, and with u = log y − η it solves
///
///     log a − ψ(a) = mean of (eᵘ − 1 − u),   ψ = (log Γ)'
///
/// whose left side lies between 1/(2a) and 1/a. No more than one pass is needed after the coefficients are known.
/// The prior is not used, but for a very wide one that keeps coefficients finite. With many rows most passes use a tenth of them.
module;
#include <cstddef>
#include <optional>

export module firefly.program.setup:dispersion;

import firefly;

namespace firefly::program {

export struct dispersion_estimate {
    double value;
    std::size_t passes;  // over all rows
};

/// Counts without more spread than Poisson's have a likelihood that grows with the size for ever. This one cannot be told from Poisson's.
export inline constexpr double largest_size = 1e6;

/// Throws `invalid_argument` for a target that is no count.
export dispersion_estimate likeliest_size(any_rows const& rows);

/// Nothing if the columns explain the target exactly, so that it does not spread. Throws `invalid_argument` for a target that is not positive.
export std::optional<dispersion_estimate> likeliest_shape(any_rows const& rows);

}  // namespace firefly::program
