/// Priors whose scales are learned, and what a density then shows of them.
///
///     β_j given s ~ N(0, s_g²), j in group g;   the state is (θ, log s, z), and log densities are those of log s, not of s
///     p(log s) = Π_g p(log s_g | log s_h),   h the scale above g, where there is one
///
/// No datum sees s: bounds, regions, brightness and rows are what they are without it. A density over θ is one given s; a chain moves s
/// in turn with θ.
module;
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.core:learned_scales;

import firefly.numeric;
import :concepts;
import :draw;

namespace firefly {

/// A prior with scales that are learned. As a `Prior` it is that of θ given the scales `reference_scales()`, s*.
/// - Given s, coordinate i of θ is N(0, s_g²), g = `scale_of(i)`, and independent of all others. Where `scale_of(i)` is `scale_count()`, or more, no
///   learned scale has to do with it.
/// - `scale_above(g)` is the scale that the distribution of scale g depends on, of a lower number; `scale_count()` where there is none.
/// - `log_scale_density(g, x, y)` is log p(x) of x = log s_g given that y is the logarithm of the scale above it, which is not looked at where there is
///   none; up to a constant, which depends on no scale: −∞ where that is impossible, never NaN.
/// - `with_scales(s)` is the same prior with these as s*.
export template <class P>
concept ScaledPrior = Prior<P> && requires(P const& prior, std::size_t i, double x, vector_view scales) {
    { prior.scale_count() } -> std::same_as<std::size_t>;
    { prior.scale_of(i) } -> std::same_as<std::size_t>;
    { prior.scale_above(i) } -> std::same_as<std::size_t>;
    { prior.log_scale_density(i, x, x) } -> std::same_as<double>;
    { prior.reference_scales() } -> std::same_as<vector_view>;
    { prior.with_scales(scales) } -> std::same_as<P>;
};

/// A density of (θ, log s). `current` and `evaluate` have the log density of both, s being where it stands.
/// - `log_scales()` is where log s stands: of a density without learned scales none.
/// - `scale_family(g)` are the scales that move along with scale g where θ does not stay: all log s of them by the same number, g itself first. Empty where
///   g has a scale above it: it moves along with another one.
/// - `scale_size(g)` is J_g, the number of coordinates that have a scale of that family.
/// - `scale_given_theta(g, x)` is the log density of log s_g = x given θ, up to what does not depend on x. `set_scale(g, x)` goes there.
/// - `evaluate_stretched(g, x)` evaluates the point with log s_g = x where each β_j/s of the family is what it is now. `commit` moves to it.
export template <class T>
concept ScaledDensity = Density<T> && requires(T& target, T const& fixed, std::size_t g, double x) {
    { fixed.log_scales() } -> std::same_as<vector_view>;
    { fixed.scale_family(g) } -> std::same_as<std::span<std::size_t const>>;
    { fixed.scale_size(g) } -> std::same_as<std::size_t>;
    { fixed.scale_given_theta(g, x) } -> std::same_as<double>;
    target.set_scale(g, x);
    { target.evaluate_stretched(g, x) } -> std::same_as<double>;
};

/// Whether there are scales to move.
export template <Density T>
inline bool has_scales(T const& density) {
    if constexpr (ScaledDensity<T>)
        return !density.log_scales().empty();
    else
        return false;
}

/// The inner Gaussian of a density at some scales, A(s) = L Lᵀ, in the coordinates w = Lᵀ(θ − θ*), and the bright data in these: `whitening` and
/// `bright_frame` have the same at s*.
export struct scaled_frame {
    std::vector<double const*> rows;  // T, as in `bright_frame`
    vector shift;                     // b
    double peak = 0;                  // the log density of (θ, log s) where w = b, without bright factors
    double log_mass = 0;              // peak − ½ log|A(s)|: that of log s alone, up to a constant
};

/// A density whose inner Gaussian is another one at other scales. `inner()` and `frame()` are those of s*, whatever s is: what a kernel finds out from
/// them is a matter of z alone. `correction()` is that of the current θ and s.
/// - `rescale(log s)` makes `scaled()` that of these scales and of the data of the last `frame()`; false where A(s) is no precision.
/// - `place_scaled(w, u, gaps)` is `place` at the scales of the last `rescale`; `commit` moves to both.
export template <class T>
concept ScaledFactors = GaussianTimesFactors<T> && ScaledDensity<T> && requires(T& target, T const& fixed, vector_view v) {
    { target.rescale(v) } -> std::same_as<bool>;
    { fixed.scaled() } -> std::same_as<scaled_frame const&>;
    { target.place_scaled(v, v, v) } -> std::same_as<double>;
};

}  // namespace firefly
