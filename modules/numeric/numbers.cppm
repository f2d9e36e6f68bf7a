/// Vectors, matrices, and the few scalar functions that must not cancel or overflow.
module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>

export module firefly.numeric:numbers;

import firefly.external;
import :portable;

namespace firefly {

/// Numbers that own their memory.
export using vector = xt::xtensor<double, 1>;
export using matrix = xt::xtensor<double, 2>;

/// What functions take and fill: any contiguous doubles, so that a row of a matrix, a packed buffer and a `vector` serve alike.
export using vector_view = std::span<double const>;
export using vector_out = std::span<double>;

/// The global index of a datum. Tables may hold it in fewer bits.
export using row_index = std::uint64_t;

/// How many linear predictors a datum may have: what is worked out for one datum lies on the stack.
export inline constexpr std::size_t most_predictors = 256;

/// ∞.
export inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// A vector of this many zeros, or a matrix.
export inline vector zeros(std::size_t size) {
    return vector(typename vector::shape_type{size}, 0.0);
}

export inline matrix zeros(std::size_t rows, std::size_t columns) {
    return matrix(typename matrix::shape_type{rows, columns}, 0.0);
}

/// A copy.
export inline vector to_vector(vector_view values) {
    auto result = zeros(values.size());
    std::ranges::copy(values, result.begin());
    return result;
}

/// All of a vector, to read.
export inline vector_view as_view(vector const& v) {
    return {v.data(), v.size()};
}

/// All of a vector, to fill.
export inline vector_out as_out(vector& v) {
    return {v.data(), v.size()};
}

/// Whether none is NaN or infinite.
export bool are_finite(vector_view values);

/// σ(x) = 1/(1 + e^{−x}), accurate in both tails.
export inline double sigmoid(double x) {
    if (x >= 0) return 1 / (1 + portable::exp(-x));
    double const e = portable::exp(x);
    return e / (1 + e);
}

/// log σ(x) without overflow.
export inline double log_sigmoid(double x) {
    return x >= 0 ? -portable::log1p(portable::exp(-x)) : x - portable::log1p(portable::exp(x));
}

/// log(1 − e^{−x}), x > 0: −∞ at zero. Two forms, since either loses digits on one side of ln 2 (Mächler 2012).
export inline double log_one_minus_exp(double x) {
    constexpr double ln2 = 0.693147180559945309417;
    return x > ln2 ? portable::log1p(-portable::exp(-x)) : portable::log(-portable::expm1(-x));
}

/// 1/17!, 1/16!, …, 1/2!
inline constexpr std::array<double, 16> expm1_minus_series = [] {
    std::array<double, 16> inverse_factorials{};
    double value = 1;
    for (int k = 2; k <= 17; ++k) inverse_factorials[17 - k] = value /= k;
    return inverse_factorials;
}();

/// eˣ − 1 − x. The Taylor series below one half, where the subtraction would cancel: up to x¹⁷/17!, what is left out is
/// below 1e-17 of the sum.
export inline double expm1_minus(double x) {
    if (std::abs(x) >= 0.5) return portable::expm1(x) - x;
    double sum = 0;
    for (double const coefficient : expm1_minus_series) sum = sum * x + coefficient;
    return sum * x * x;
}

/// eˣ − 1 − x − x²/2, as above.
export inline double expm1_beyond_second(double x) {
    if (std::abs(x) >= 0.5) return portable::expm1(x) - x - x * x / 2;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < expm1_minus_series.size(); ++i) sum = sum * x + expm1_minus_series[i];
    return sum * x * x * x;
}

/// 2(eˣ − 1 − x)/x²: one at zero, ∞ and 0 at ±∞. The secant of the exponential function.
export inline double exponential_secant(double x) {
    if (std::abs(x) < 1e-150) return 1;
    return std::isinf(x) ? (x > 0 ? x : 0) : 2 * expm1_minus(x) / x / x;
}

/// As much as rounding may take from a curvature, of either sign: eight units in the last place are added to that of a bound, or B would exceed L
/// where it touches twice.
export inline constexpr double inflation = 1 + 8 * std::numeric_limits<double>::epsilon();
export inline double inflated(double curvature) {
    return curvature * (curvature < 0 ? 2 - inflation : inflation);
}

/// 1/3 + ζ²/5 + ζ⁴/7 + …, what is beyond the first term of log(1 + x) = 2(ζ + ζ³/3 + ζ⁵/5 + …), ζ = x/(2 + x). Up to ζ¹⁰/13: for x below one
/// tenth what is left out is below 1e-17 of the sum.
inline double beyond_first_term(double zeta) {
    double sum = 0;
    for (double const divisor : {13.0, 11.0, 9.0, 7.0, 5.0, 3.0}) sum = sum * zeta * zeta + 1 / divisor;
    return sum;
}

/// x − log(1 + x) ≥ 0, for x > −1. Below one tenth the first term of that series is taken out by hand: x − 2ζ = xζ, and nothing cancels.
export inline double minus_log1p(double x) {
    if (std::abs(x) >= 0.1) return x - portable::log1p(x);
    double const zeta = x / (2 + x);
    return zeta * (x - 2 * zeta * zeta * beyond_first_term(zeta));
}

/// log(1 + x) − x + x²/2, of the sign of x, for x > −1. Below one tenth as above, with x²/2 − xζ = ½x²ζ.
export inline double log1p_beyond_second(double x) {
    if (std::abs(x) >= 0.1) return portable::log1p(x) - x + x * x / 2;
    double const zeta = x / (2 + x);
    return zeta * (x * x / 2 + 2 * zeta * zeta * beyond_first_term(zeta));
}

/// log L̃ = log(e^gap − 1), the log factor that a bright datum brings. A gap that rounds to zero or below is a datum that
/// cannot be bright: −∞. Above ln 2 the other form, since expm1 overflows at 709.
export inline double log_bright_factor(double gap) {
    if (!(gap > 0)) return -infinity;
    constexpr double ln2 = 0.693147180559945309417;
    return gap > ln2 ? gap + portable::log1p(-portable::exp(-gap)) : portable::log(portable::expm1(gap));
}

/// L̃ of many gaps and its logarithm, eight at a time: 0 and −∞ from 1e-300 down, ∞ for L̃ where the gap exceeds 709.
export void bright_factors(vector_view gap, vector_out factor, vector_out log_factor);

/// The gaps that are not known, −∞ standing in their place, become log(1 + L̃) of finite L̃.
export void gaps_of_factors(vector_view factor, vector_out gap);

}  // namespace firefly
