/// How far a log likelihood falls below its tangent, where nothing is known of it but its curvature w = −ℓ''.
///
///     ψ(Δ) = Δ² ∫₀¹ (1 − t) w(η* + tΔ) dt,   ψ'(Δ) = Δ ∫₀¹ w(η* + tΔ) dt
///
/// Where w ≥ 0 nothing cancels, however short the step. Eight Gauss–Legendre nodes are exact up to w's Legendre polynomial of degree 14. Its coefficients of degree 6 and 7,
/// which are sums of the same eight numbers, tell how fast they fall: where c is their size, what the nodes miss is of the order of c²,
/// since a smooth w has coefficients that fall geometrically. A step for which that is too much is long, and mostly ψ is then a difference of
/// logarithms that does not cancel; where it is not, the step is cut into halves until each will do. Davis & Rabinowitz 1984, "Methods of
/// Numerical Integration", chapter 6. Cost: eight curvatures for a short step, at most 1000.
module;
#include <array>
#include <cmath>
#include <cstddef>

export module firefly.models:curvature_integral;

namespace firefly {

/// A difference, and the sum of the sizes of its terms: what is lost to rounding is a part of that.
export struct plain_difference {
    double value, size;
};

namespace integral {

inline constexpr std::size_t nodes = 8;
/// Of [0, 1].
inline constexpr std::array<double, nodes> place{0.019855071751231884, 0.10166676129318663, 0.23723379504183551,
                                                 0.40828267875217510,  0.59171732124782490, 0.76276620495816449,
                                                 0.89833323870681337,  0.98014492824876812};
inline constexpr std::array<double, nodes> weight{0.050614268145188130, 0.11119051722668724, 0.15685332293894364,
                                                  0.18134189168918099,  0.18134189168918099, 0.15685332293894364,
                                                  0.11119051722668724,  0.050614268145188130};

/// What w's values at the nodes are multiplied with to give its Legendre coefficient: (2n + 1) · weight · P_n, by Bonnet's recursion.
constexpr std::array<double, nodes> coefficient_weights(int degree) {
    std::array<double, nodes> result{};
    for (std::size_t i = 0; i < nodes; ++i) {
        double const x = 2 * place[i] - 1;
        double before = 1, here = x;
        for (int n = 2; n <= degree; ++n) {
            double const next = ((2 * n - 1) * x * here - (n - 1) * before) / n;
            before = here;
            here = next;
        }
        result[i] = (2 * degree + 1) * weight[i] * here;
    }
    return result;
}
inline constexpr std::array<double, nodes> sixth = coefficient_weights(6), seventh = coefficient_weights(7);

/// What a panel adds to the integral, the mean of |w| in it, and the square of the coefficients.
struct panel {
    double integral, size, doubt;
};

/// The part of ∫(1 − t)^power w(t) dt between start and start + width.
template <int power>
inline panel panel_between(double start, double width, auto const& curvature) {
    double sum = 0, size = 0, a = 0, b = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        double const t = start + width * place[i], w = curvature(t), weighted = weight[i] * w;
        sum += power == 1 ? (1 - t) * weighted : weighted;
        size += std::abs(weighted);
        a += sixth[i] * w;
        b += seventh[i] * w;
    }
    return {width * sum, size, a * a + b * b};
}

/// Of c², as a part of w²: the nodes miss 1e-14, since what they miss falls like the 15th coefficient.
constexpr double tolerance = 1e-11;

/// In halves of halves, the longest first, so that work that runs out leaves none of them coarse alone.
template <int power>
double in_panels(double size, auto const& curvature) {
    struct piece {
        double start, width;
    };
    std::array<piece, 124> pieces{piece{0, 0.5}, piece{0.5, 0.5}};
    double sum = 0;
    for (std::size_t next = 0, end = 2; next < end; ++next) {
        auto const [start, width] = pieces[next];
        panel const part = panel_between<power>(start, width, curvature);
        if (width * part.doubt <= tolerance * part.size * size || end == pieces.size()) {
            sum += part.integral;
        } else {
            pieces[end++] = {start, width / 2};
            pieces[end++] = {start + width / 2, width / 2};
        }
    }
    return sum;
}

}  // namespace integral

/// ∫₀¹ (1 − t)^power w(t) dt for a power of 0 or 1. `difference` has the same integral as a difference that may cancel.
export template <int power>
inline double curvature_integral(auto const& curvature, auto const& difference) {
    integral::panel const whole = integral::panel_between<power>(0, 1, curvature);
    // Where w is zero at all nodes it may be so far out only, and all of the integral before the first of them.
    if (whole.size > 0 && whole.doubt <= integral::tolerance * whole.size * whole.size) return whole.integral;
    plain_difference const plain = difference();
    if (std::abs(plain.value) >= plain.size / 8) return plain.value;  // three bits are lost at most
    return integral::in_panels<power>(whole.size, curvature);
}

}  // namespace firefly
