module;
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "series.hpp"
#include "twofold.hpp"

module firefly.numeric;

namespace firefly::portable {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// What is added to this is rounded to a whole number, which its last bits are.
constexpr double to_whole = 0x1.8p52;

/// ln 2 in three parts, of which the first times a whole number below 2¹¹ is exact.
constexpr double ln2_high = 0x1.62e42fefa38p-1;
constexpr twofold ln2_rest = {0x1.ef35793c7673p-45, 0x1.f97b57a079a19p-103};
constexpr twofold ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/// sign⁰/first!, sign¹/(first + step)!, sign²/(first + 2 step)!, …
template <std::size_t Size>
constexpr std::array<double, Size> inverse_factorials(int first, int step, double sign) {
    std::array<double, Size> result{};
    double factorial = 1, one = 1;
    int k = 1;
    for (std::size_t i = 0; i < Size; ++i, one *= sign) {
        for (; k <= first + step * static_cast<int>(i); ++k) factorial *= k;  // exact up to 22
        result[i] = one / factorial;
    }
    return result;
}

/// x 2ᵏ, for k of any size that exponents differ by.
double scaled(double x, int k) {
    auto const power = [](int n) { return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52); };
    if (k > -1000 && k < 1000) return x * power(k);
    return x * power(k / 2) * power(k - k / 2);
}

/// e^(x + rest) = 2ᵏ (1 + above one).
struct exponential {
    int k;
    twofold above_one;
};

/// x + rest = k ln 2 + r, |r| ≤ ½ ln 2, and e^r − 1 = r + r²/2! + … + r¹⁴/14!. Of the first two terms nothing is rounded away: r = a + b, of which a² is
/// exact. |x| < 2000.
[[gnu::always_inline]] inline exponential exponential_of(double x, double rest = 0) {
    static constexpr auto beyond_second = inverse_factorials<12>(3, 1, 1);
    double const k = (x * std::numbers::log2e + to_whole) - to_whole;
    twofold const r = twofold::sum(x - k * ln2_high, rest - k * ln2_rest.high);
    constexpr double to_half = 0x1.8p26;  // what is added to this keeps 26 bits behind the point
    double const a = (r.high + to_half) - to_half, b = r.high - a;
    twofold const first = twofold::ordered_sum(r.high, a * a / 2);
    double const others = b * (r.high + a) / 2 + r.high * r.high * r.high * series(r.high, beyond_second);
    return {static_cast<int>(k), {first.high, first.low + (others + (r.low + r.low * r.high))}};
}

/// From here on eˣ is infinite, and below zero.
constexpr double overflow = 709.782712893384, underflow = -745.1332191019412;

/// e^(x + rest), |rest| being small.
[[gnu::always_inline]] inline double exp_of(double x, double rest) {
    if (!(x <= overflow)) return x > 0 ? std::numeric_limits<double>::infinity() : x;  // NaN stays
    if (x < underflow) return 0;
    auto const [k, above] = exponential_of(x, rest);
    twofold const all = twofold::ordered_sum(1, above.high);
    return scaled(all.high + (all.low + above.low), k);
}

/// ½ eˣ, x > 0, which is infinite later than eˣ.
double half_exp(double x) {
    if (!(x < overflow + 1)) return exp_of(x, 0);  // infinite, or NaN
    auto const [k, above] = exponential_of(x);
    return scaled(1 + above.value(), k - 1);
}

/// eˣ − 1 for |x| ≤ 745.
twofold expm1_of(double x) {
    auto const [k, above] = exponential_of(x);
    if (k == 0) return above;
    if (k < 0) {
        double const power = scaled(1, k);
        twofold const all = twofold::sum(power - 1, power * above.high);
        return {all.high, all.low + power * above.low};
    }
    double const power = scaled(1, -k), rest = 1 - power, lost = power - (1 - rest);  // from k = 54 on
    twofold const all = twofold::sum(rest, above.high);
    return {scaled(all.high, k), scaled(all.low + (above.low - lost), k)};
}

/// x = 2ᵏ (1 + f), 1 + f in [√½, √2), for positive numbers.
struct parts {
    double k, f;
};

[[gnu::always_inline]] inline parts parts_of(double x) {
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, exponent = 0xfff0000000000000;
    double k = 0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 0x1p54;
        k = -54;
    }
    std::uint64_t const bits = std::bit_cast<std::uint64_t>(x), above = bits - root_half;
    return {k + static_cast<double>(static_cast<std::int64_t>(above) >> 52), std::bit_cast<double>(bits - (above & exponent)) - 1};
}

/// k ln 2 + log(1 + f) + rest. With s = f/(2 + f) the logarithm is 2 artanh s = 2s + s R, R = ⅔s² + ⅖s⁴ + …, and 2s = f − f²/2 + s f²/2: f is
/// exact, and what is rounded is small beside it.
[[gnu::always_inline]] inline double log_of(parts of, double rest) {
    static constexpr std::array<double, 11> odd = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                                   2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
    auto const [k, f] = of;
    double const s = f / (2 + f), square = s * s, half = f * f / 2;
    double const small = s * (half + square * series(square, odd)) + (k * ln2_rest.high + rest);
    return k * ln2_high - ((half - small) - f);
}

/// Logarithms of what has none, or one that is no number.
double log_of_outside(double x) {
    if (x == 0) return -std::numeric_limits<double>::infinity();
    return x > 0 ? x : no_number;
}

bool has_logarithm(double x) {
    return x > 0 && x <= std::numeric_limits<double>::max();
}

/// log x, x > 0, in twofold precision. The first terms of R, which count, in that, too.
twofold twofold_log(double x) {
    static constexpr std::array<twofold, 6> first_terms = {twofold{1} / twofold{11}, twofold{1} / twofold{9},
                                                           twofold{1} / twofold{7},  twofold{1} / twofold{5},
                                                           twofold{1} / twofold{3},  twofold{1}};
    auto const [k, f] = parts_of(x);
    twofold const s = twofold{f} / twofold::sum(2, f), square = s * s;
    double far = 0;
    for (double odd = 29; odd > 11; odd -= 2) far = far * square.high + 1 / odd;
    twofold sum{far};
    for (twofold const term : first_terms) sum = sum * square + term;
    return (ln2_rest * k + k * ln2_high) + s * sum * 2;
}

}  // namespace

double exp(double x) {
    return exp_of(x, 0);
}

double expm1(double x) {
    if (!(x <= overflow)) return exp_of(x, 0);
    if (x < -50) return -1;
    return std::abs(x) < 0x1p-54 ? x : expm1_of(x).value();
}

double log(double x) {
    return has_logarithm(x) ? log_of(parts_of(x), 0) : log_of_outside(x);
}

double log1p(double x) {
    double const all = 1 + x;
    if (!has_logarithm(all)) return log_of_outside(all);
    if (std::abs(x) < 0x1p-54) return x;
    if (x > -0.29 && x < 0.41) return log_of({0, x}, 0);
    double const lost = x < 1 ? x - (all - 1) : 1 - (all - x);  // by rounding
    return log_of(parts_of(all), lost / all);
}

double log2(double x) {
    constexpr twofold one_over_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
    return has_logarithm(x) ? (twofold_log(x) * one_over_ln2).value() : log_of_outside(x);
}

double log10(double x) {
    constexpr twofold one_over_ln10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
    return has_logarithm(x) ? (twofold_log(x) * one_over_ln10).value() : log_of_outside(x);
}

double exp2(double x) {
    if (!(std::abs(x) < 1100)) return exp_of(x, 0);
    twofold const all = ln2 * x;
    return exp_of(all.high, all.low);
}

double pow(double x, double y) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (y == 0 || x == 1) return 1;
    if (std::isnan(x) || std::isnan(y)) return no_number;
    bool const is_whole = std::floor(y) == y, is_odd = is_whole && std::abs(y) < 0x1p53 && std::fmod(y, 2) != 0;
    double const size = std::abs(x), sign = std::signbit(x) && is_odd ? -1 : 1;
    if (size == 0 || size == infinity) return sign * ((size == 0) == (y > 0) ? 0 : infinity);
    if (x < 0 && !is_whole && std::abs(y) != infinity) return no_number;
    if (size == 1) return sign;
    if (std::abs(y) > 1e20) return (size > 1) == (y > 0) ? infinity : 0;
    twofold const exponent = twofold_log(size) * y;
    return sign * exp_of(exponent.high, exponent.low);
}

double sinh(double x) {
    double const size = std::abs(x);
    if (size < 1e-9 || std::isnan(x)) return x;
    if (size > 40) return std::copysign(half_exp(size), x);
    twofold const e = expm1_of(size);
    return std::copysign((e + e / (e + 1)).value() / 2, x);
}

double cosh(double x) {
    double const size = std::abs(x);
    if (!(size <= 40)) return half_exp(size);
    twofold const e = expm1_of(size) + 1;
    return (e + twofold{1} / e).value() / 2;
}

double tanh(double x) {
    double const size = std::abs(x);
    if (size < 1e-9 || std::isnan(x)) return x;
    if (size > 20) return std::copysign(1.0, x);
    twofold const e = expm1_of(2 * size);
    return std::copysign((e / (e + 2)).value(), x);
}

namespace {

/// x = q π/2 + r, |r| ≤ π/4, q modulo 4.
struct quarters {
    unsigned q;
    twofold r;
};

/// x is a whole number M times a power of two. M times 192 bits of 2/π, from the first on that M does not make a multiple of four of, have q in
/// their first two bits and the remainder in the others; no double is so near to a multiple of π/2 that fewer than 60 of these count.
/// Payne & Hanek 1983, "Radian reduction for trigonometric functions".
quarters quarters_of(double x) {
    // Behind a word of zeros, for what x itself has to the right of the point.
    static constexpr std::uint64_t two_over_pi[] = {0,
                                                    0xa2f9836e4e441529,
                                                    0xfc2757d1f534ddc0,
                                                    0xdb6295993c439041,
                                                    0xfe5163abdebbc561,
                                                    0xb7246e3a424dd2e0,
                                                    0x06492eea09d1921c,
                                                    0xfe1deb1cb129a73e,
                                                    0xe88235f52ebb4484,
                                                    0xe99c7026b45f7e41,
                                                    0x3991d639835339f4,
                                                    0x9c845f8bbdf9283b,
                                                    0x1ff897ffde05980f,
                                                    0xef2f118b5a0a6d1f,
                                                    0x6d367ecf27cb09b7,
                                                    0x4f463f669e5fea2d,
                                                    0x7527bac7ebe5f17b,
                                                    0x3d0739f78a5292ea,
                                                    0x6bfb5fb11f8d5d08,
                                                    0x56033046fc7b6bab};
    __extension__ using wide = unsigned __int128;
    __extension__ using signed_wide = __int128;
    constexpr twofold quarter_turn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    if (std::abs(x) <= std::numbers::pi / 4) return {0, {x}};
    std::uint64_t const bits = std::bit_cast<std::uint64_t>(x), whole = (bits & 0xfffffffffffff) | 0x10000000000000;
    std::size_t const first = ((bits >> 52) & 0x7ff) - 1075 + 62, shift = first % 64;
    auto const word = [&](std::size_t i) {
        wide const two = static_cast<wide>(two_over_pi[first / 64 + i]) << 64 | two_over_pi[first / 64 + i + 1];
        return static_cast<std::uint64_t>(two >> (64 - shift));
    };
    wide const low = static_cast<wide>(whole) * word(2), middle = static_cast<wide>(whole) * word(1) + (low >> 64);
    std::uint64_t const top = whole * word(0) + static_cast<std::uint64_t>(middle >> 64);
    wide const all = static_cast<wide>(top) << 64 | static_cast<std::uint64_t>(middle);
    auto const rest = static_cast<signed_wide>(all << 2 | static_cast<std::uint64_t>(low) >> 62);
    double const high = static_cast<double>(rest), beyond = static_cast<double>(rest - static_cast<signed_wide>(high));
    unsigned const q = static_cast<unsigned>(top >> 62) + (rest < 0);
    twofold const r = quarter_turn * twofold{high * 0x1p-128, beyond * 0x1p-128};
    return x < 0 ? quarters{0u - q, -r} : quarters{q, r};
}

/// Of |r| ≤ π/4: the first term of each series is exact, and apart from the sum of the others.
twofold sine_of(twofold r) {
    static constexpr auto terms = inverse_factorials<8>(3, 2, -1);
    double const square = r.high * r.high;
    return twofold::ordered_sum(r.high, r.low * (1 - square / 2) - r.high * square * series(square, terms));
}

twofold cosine_of(twofold r) {
    static constexpr auto terms = inverse_factorials<8>(4, 2, -1);
    twofold const square = twofold::product(r.high, r.high), first = twofold::ordered_sum(1, -square.high / 2);
    double const others = square.high * square.high * series(square.high, terms) - r.high * r.low - square.low / 2;
    return twofold::ordered_sum(first.high, first.low + others);
}

/// The sine of x, a number of quarters of a turn ahead.
double sine_ahead(double x, unsigned quarters_ahead) {
    if (!std::isfinite(x)) return no_number;
    auto const [q, r] = quarters_of(x);
    unsigned const at = q + quarters_ahead;
    double const result = (at % 2 == 0 ? sine_of(r) : cosine_of(r)).value();
    return at & 2 ? -result : result;
}

}  // namespace

double sin(double x) {
    return std::abs(x) < 1e-9 ? x : sine_ahead(x, 0);
}

double cos(double x) {
    return sine_ahead(x, 1);
}

double tan(double x) {
    if (!std::isfinite(x)) return no_number;
    if (std::abs(x) < 1e-9) return x;
    auto const [q, r] = quarters_of(x);
    return (q % 2 == 0 ? sine_of(r) / cosine_of(r) : -(cosine_of(r) / sine_of(r))).value();
}

double hypot(double x, double y) {
    double const large = std::fmax(std::abs(x), std::abs(y)), small = std::fmin(std::abs(x), std::abs(y));
    if (std::isinf(large)) return large;
    if (std::isnan(x) || std::isnan(y)) return no_number;
    if (small <= large * 0x1p-54) return large;
    int const k = std::ilogb(large);
    double const a = std::ldexp(large, -k), b = std::ldexp(small, -k);
    return std::ldexp(root(twofold::product(a, a) + twofold::product(b, b)).value(), k);
}

}  // namespace firefly::portable
