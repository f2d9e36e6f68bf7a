/// Data that have no bound where θ lies (`ExemptingBound`): what a density does about them.
///
///     B_n = 0:  p(θ, z) = 0 where z_n = 0,   and where z_n = 1 datum n brings L_n in place of L̃_n B_n
///
/// A θ with such a datum dark has density zero and is refused; a chain that starts there lights it first. Cost: one look-up per exempt datum where
/// there are some, nothing elsewhere.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

export module firefly.samplers:exempt_data;

import firefly.external;
import firefly.core;

namespace firefly {

/// Of all bright data: Σ log L̃ added to a sum, in a region of the bound.
template <Bound B>
inline double add_log_factors(double sum, B const& bound, std::size_t region, bright_set const& z,
                              batch<typename B::notes> const& bright, evaluation const& values) {
    if constexpr (ExemptingBound<B>)
        if (auto const exempt = bound.exempt(region); !exempt.empty()) {
            if (!std::ranges::all_of(exempt, [&](row_index n) { return z.is_bright(n); })) return -infinity;
            for (double const log_factor : values.log_factor)
                if (log_factor != infinity) sum += log_factor;
            return sum + bound.log_exempt(region, bright, values);
        }
    for (double const log_factor : values.log_factor) sum += log_factor;
    return sum;
}

/// The same of bounds that all have, by their gaps.
inline double add_log_factors(double sum, vector_view gaps) {
    for (double const gap : gaps) sum += log_bright_factor(gap);
    return sum;
}

/// Adds the gradient of Σ log L̃: ∇ log L̃ = ∂gap/∂η ⊗ x / (1 − e^{−gap}). `slope` is memory.
template <DifferentiableBound B>
inline void add_log_factor_gradient(B const& bound, std::size_t region, batch<typename B::notes> const& bright,
                                    evaluation const& values, std::vector<double>& slope, vector_out gradient) {
    std::size_t const width = bright.size() == 0 ? 1 : values.delta.size() / bright.size(), columns = bright.columns();
    slope.resize(bright.size() * width);
    bound.slope(region, bright, values, slope);
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] /= -portable::expm1(-values.gap[i / width]);
    for (std::size_t i = 0; i < slope.size(); ++i)
        add_multiple(slope[i], bright.row(i / width), gradient.subspan(i % width * columns, columns));
}

/// Those that ought to be bright and are not.
template <Bound B>
std::vector<row_index> dark_exempt(B const& bound, std::size_t region, bright_set const& z) {
    std::vector<row_index> dark;
    if constexpr (ExemptingBound<B>)
        std::ranges::copy_if(bound.exempt(region), std::back_inserter(dark), [&](row_index n) { return !z.is_bright(n); });
    return dark;
}

}  // namespace firefly
