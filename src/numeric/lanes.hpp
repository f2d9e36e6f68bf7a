/// Eight numbers at a time, and the functions of them that hot loops need.
///
/// Plain loops over `lanes` in a function marked FIREFLY_VECTORISED: the compiler makes one copy for each kind of processor (SSE2, AVX2,
/// AVX-512; elsewhere one, NEON on ARM), and the first call picks. What is computed of a number does not depend on its neighbours nor on
/// its place, so that a datum's values are the same in any batch. Errors are below two units in the last place, where no other is named.
///
/// A product that is added to something is rounded once, with it (`lane_product`), where the processor has an instruction for that: x86-64 since 2013
/// and ARM. All of these compute the same bits. Others round twice (`rounds_as_others`).
///
/// For module implementation units: include it in the global module fragment.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>

// Who picks a copy is called before the thread sanitizer is ready for anybody to be called.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define FIREFLY_VECTORISED [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define FIREFLY_VECTORISED
#endif
#define FIREFLY_LANES [[gnu::always_inline]] static inline

namespace firefly {

constexpr std::size_t lane_count = 8;

/// A struct, since the bare vector has another calling convention on every kind of processor.
template <class T>
struct vector_of {
    using native = T __attribute__((vector_size(sizeof(T) * lane_count)));
    native v;

    FIREFLY_LANES vector_of every(T x) { return {native{} + x}; }

    [[gnu::always_inline]] friend inline vector_of operator+(vector_of a, vector_of b) { return {a.v + b.v}; }
    [[gnu::always_inline]] friend inline vector_of operator-(vector_of a, vector_of b) { return {a.v - b.v}; }
    [[gnu::always_inline]] friend inline vector_of operator-(vector_of a, T b) { return a - every(b); }
};

using lanes = vector_of<double>;
using lane_words = vector_of<std::uint64_t>;

/// All bits of a lane are set, or none: the outcome of a comparison.
struct lane_mask {
    decltype(lanes::native{} < lanes::native{}) v;
};

FIREFLY_LANES lanes operator-(lanes a) {
    return {-a.v};
}
FIREFLY_LANES lanes operator/(lanes a, lanes b) {
    return {a.v / b.v};
}
FIREFLY_LANES lanes operator+(lanes a, double b) {
    return a + lanes::every(b);
}
FIREFLY_LANES lanes operator+(double a, lanes b) {
    return lanes::every(a) + b;
}
FIREFLY_LANES lanes operator-(double a, lanes b) {
    return lanes::every(a) - b;
}

/// What a × b is before anybody asks for it. Where that is a sum or a difference, both are rounded at once; of two products, the first is. The
/// compiler must not choose what is fused, which -ffp-contract=off sees to.
struct lane_product {
    lanes a, b;
    [[gnu::always_inline]] inline operator lanes() const { return {a.v * b.v}; }
};

/// ab + c, rounded once where that is one instruction. The C library's fma elsewhere would take two hundred times as long as a product and a sum.
FIREFLY_LANES lanes fused(lanes a, lanes b, lanes c) {
#pragma clang fp contract(on)
    return {a.v * b.v + c.v};
}

FIREFLY_LANES lane_product operator*(lanes a, lanes b) {
    return {a, b};
}
FIREFLY_LANES lane_product operator*(lanes a, double b) {
    return {a, lanes::every(b)};
}
FIREFLY_LANES lane_product operator*(double a, lanes b) {
    return {lanes::every(a), b};
}
FIREFLY_LANES lanes operator+(lane_product p, lanes c) {
    return fused(p.a, p.b, c);
}
FIREFLY_LANES lanes operator+(lanes c, lane_product p) {
    return fused(p.a, p.b, c);
}
FIREFLY_LANES lanes operator+(lane_product p, lane_product q) {
    return fused(p.a, p.b, q);
}
FIREFLY_LANES lanes operator-(lane_product p, lanes c) {
    return fused(p.a, p.b, -c);
}
FIREFLY_LANES lanes operator-(lanes c, lane_product p) {
    return fused(-p.a, p.b, c);
}
FIREFLY_LANES lanes operator-(lane_product p, lane_product q) {
    return fused(p.a, p.b, -q);
}
FIREFLY_LANES lanes operator+(lane_product p, double c) {
    return p + lanes::every(c);
}
FIREFLY_LANES lanes operator+(double c, lane_product p) {
    return lanes::every(c) + p;
}
FIREFLY_LANES lanes operator-(lane_product p, double c) {
    return p - lanes::every(c);
}
FIREFLY_LANES lanes operator-(double c, lane_product p) {
    return lanes::every(c) - p;
}

FIREFLY_LANES lane_mask operator<(lanes a, lanes b) {
    return {a.v < b.v};
}
FIREFLY_LANES lane_mask operator>(lanes a, double b) {
    return {a.v > b};
}
FIREFLY_LANES lanes select(lane_mask where, lanes yes, lanes no) {
    return {where.v ? yes.v : no.v};
}
FIREFLY_LANES bool any(lane_mask mask) {
    decltype(mask.v) const none{};
    return std::memcmp(&mask.v, &none, sizeof none) != 0;
}
FIREFLY_LANES lanes least(lanes a, lanes b) {
    return select(a < b, a, b);
}
FIREFLY_LANES lanes largest(lanes a, lanes b) {
    return select(a < b, b, a);
}
FIREFLY_LANES lane_words words_of(lanes x) {
    return {(lane_words::native)x.v};
}
FIREFLY_LANES lanes lanes_of(lane_words x) {
    return {(lanes::native)x.v};
}
FIREFLY_LANES lanes magnitude(lanes x) {
    return lanes_of({words_of(x).v & 0x7fffffffffffffff});
}
FIREFLY_LANES lanes root(lanes x) {
    return {__builtin_elementwise_sqrt(x.v)};
}
FIREFLY_LANES double sum(lanes x) {
    return ((x.v[0] + x.v[4]) + (x.v[2] + x.v[6])) + ((x.v[1] + x.v[5]) + (x.v[3] + x.v[7]));
}

FIREFLY_LANES lanes load(double const* from) {
    lanes result;
    std::memcpy(&result, from, sizeof result);
    return result;
}
/// The first few; `rest` in the others.
FIREFLY_LANES lanes load(double const* from, std::size_t count, double rest = 0) {
    if (count >= lane_count) return load(from);
    lanes result = lanes::every(rest);
    for (std::size_t i = 0; i < count; ++i) result.v[i] = from[i];
    return result;
}

/// The last few numbers before `end` in the last lanes, zero in the others. Eight numbers before `end` must be there to be read.
FIREFLY_LANES lanes last(double const* end, std::size_t count) {
    static constexpr std::uint64_t window[2 * lane_count] = {0,    0,    0,    0,    0,    0,    0,    0,
                                                             ~0ul, ~0ul, ~0ul, ~0ul, ~0ul, ~0ul, ~0ul, ~0ul};
    lane_words mask;
    std::memcpy(&mask, window + count, sizeof mask);
    return lanes_of({words_of(load(end - lane_count)).v & mask.v});
}

FIREFLY_LANES void store(lanes x, double* to) {
    std::memcpy(to, &x, sizeof x);
}
/// The first few.
FIREFLY_LANES void store(lanes x, double* to, std::size_t count) {
    if (count >= lane_count) return store(x, to);
    for (std::size_t i = 0; i < count; ++i) to[i] = x.v[i];
}

/// t₀ + t₁ x + t₂ x² + …: neighbours are joined, then pairs of them, and so on.
template <std::size_t Size>
FIREFLY_LANES lanes join_terms(lanes x, lanes const (&terms)[Size]) {
    if constexpr (Size == 1)
        return terms[0];
    else {
        lanes pairs[(Size + 1) / 2];
#pragma clang loop unroll(full)
        for (std::size_t i = 0; i < Size / 2; ++i) pairs[i] = terms[2 * i] + x * terms[2 * i + 1];
        if constexpr (Size % 2 == 1) pairs[Size / 2] = terms[Size - 1];
        return join_terms(x * x, pairs);
    }
}

/// c₀ xⁿ + c₁ xⁿ⁻¹ + … + c_n by Estrin's scheme. It has a few operations more than Horner's, but only a quarter of them wait for each other:
/// with a few data at a time, waiting is what takes the time.
template <std::size_t Size>
FIREFLY_LANES lanes polynomial(lanes x, std::array<double, Size> const& coefficients) {
    lanes terms[Size];
#pragma clang loop unroll(full)
    for (std::size_t i = 0; i < Size; ++i) terms[i] = lanes::every(coefficients[Size - 1 - i]);
    return join_terms(x, terms);
}

/// 1/last!, …, 1/first!
template <int First, int Last>
inline constexpr auto inverse_factorials = [] {
    std::array<double, Last - First + 1> result{};
    double factorial = 1;  // exact up to 22
    for (int k = 1; k <= Last; ++k) {
        factorial *= k;
        if (k >= First) result[Last - k] = 1 / factorial;
    }
    if (First == 0) result[Last] = 1;
    return result;
}();

/// ln 2, of which the first part times a whole number below 2¹¹ is exact.
inline constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;

/// eˣ: x = k ln 2 + r, |r| ≤ ½ ln 2. Taylor's series up to r¹³; zero below −708, not more than e⁷⁰⁹.
FIREFLY_LANES lanes exp_of(lanes x) {
    constexpr double round = 0x1.8p52;  // what is added to this is rounded to a whole number, which its last bits are
    lanes const within = largest(least(x, lanes::every(709)), lanes::every(-708));
    lanes const shifted = within * std::numbers::log2e + round, k = shifted - round;
    lanes const r = (within - k * ln2_high) - k * ln2_low;
    lanes const result = polynomial(r, inverse_factorials<0, 13>) * lanes_of({(words_of(shifted).v + 1023) << 52});
    return select(x < lanes::every(-708), lanes::every(0), result);
}

/// log x of normal positive numbers: x = 2ᵏ m, m in [√½, √2), log m = 2 artanh s, s = (m − 1)/(m + 1), its series up to s²¹.
FIREFLY_LANES lanes log_of(lanes x) {
    constexpr std::array<double, 10> odd{1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                                         1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, exponent = 0xfff0000000000000;
    lane_words const bits = words_of(x), above = bits - root_half;
    // The exponent, of either sign, as a number: its bits become the last of 2⁵² + 2¹¹ + k.
    lanes const k = lanes_of({((above.v >> 52) ^ 0x800) + 0x4330000000000000}) - (0x1p52 + 0x800);
    lanes const m = lanes_of({bits.v - (above.v & exponent)});
    lanes const s = (m - 1.0) / (m + 1.0), square = s * s;
    return k * ln2_high + (2.0 * s + (2.0 * s * square * polynomial(square, odd) + k * ln2_low));
}

/// log(1 + x), x > −1: the logarithm of what 1 + x is rounded to, and the first order of what was rounded away.
FIREFLY_LANES lanes log1p_of(lanes x) {
    lanes const rounded = 1.0 + x, lost = x - (rounded - 1.0);
    return log_of(rounded) + lost / rounded;
}

/// (eˣ − 1 − x)/x² for |x| ≤ 2: Taylor's series, of which nothing cancels; up to x²¹/23!, for what is left out is below 1e-17 of it.
FIREFLY_LANES lanes expm1_minus_over_square(lanes x) {
    return polynomial(x, inverse_factorials<2, 23>);
}

/// The same for |x| ≤ 700: beyond two nothing cancels.
FIREFLY_LANES lanes far_expm1_minus_over_square(lanes x) {
    lanes const near = lanes::every(2), size = magnitude(x);
    lanes const result = expm1_minus_over_square(select(size > 2, near, x));
    if (!any(size > 2)) return result;  // nearly always
    lanes const away = select(size > 2, x, near);
    return select(size > 2, (exp_of(away) - 1.0 - away) / (away * away), result);
}

/// σ(−x) for x ≥ 0.
FIREFLY_LANES lanes small_sigmoid(lanes x) {
    lanes const e = exp_of(-x);
    return e / (1.0 + e);
}

struct sine_cosine {
    lanes sine, cosine;
};

/// sin 2πx and cos 2πx for x in [0, 1]: x = q/4 + r, |r| ≤ ⅛, and the series up to r¹⁷. The error is below 1e-16.
FIREFLY_LANES sine_cosine sincos_of_turns(lanes x) {
    constexpr double round = 0x1.8p52;
    constexpr auto series = [](int first) {
        std::array<double, 8> result{};
        double value = 1;
        for (int k = 1; k <= first; ++k) value /= k;
        for (int i = 0, k = first; i < 8; ++i, k += 2) {
            result[7 - i] = value;
            value /= -(k + 1.0) * (k + 2.0);
        }
        return result;
    };
    constexpr auto of_sine = series(3), of_cosine = series(2);
    lanes const shifted = 4.0 * x + round, quarter = shifted - round;
    lanes const r = (x - quarter * 0.25) * (2 * std::numbers::pi), square = r * r;
    lanes const sine = r - r * square * polynomial(square, of_sine), cosine = 1.0 - square * polynomial(square, of_cosine);
    auto const q = words_of(shifted).v;
    lane_mask const is_odd{(q & 1) != 0};
    // Signs: sine is negative in the quarters 2 and 3, cosine in 1 and 2.
    auto const a = words_of(select(is_odd, cosine, sine)).v, b = words_of(select(is_odd, sine, cosine)).v;
    return {lanes_of({a ^ ((q & 2) << 62)}), lanes_of({b ^ (((q + 1) & 2) << 62)})};
}

}  // namespace firefly
