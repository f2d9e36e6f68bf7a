/// Numbers of twice the precision: the unevaluated sum of two doubles, the second at most half a unit in the last place of the first.
///
/// Made of plain additions and products that are rounded to nearest, without fused ones, so that every processor computes the same; `long double` has
/// 64 bits on x86 and 113 on ARM. Results are good to 2⁻¹⁰⁰ of their size or so while factors are below 1e300 and products above 1e-290.
/// Dekker 1971, "A floating-point technique for extending the available precision"; Knuth's sum of two numbers.
///
/// For module implementation units: include it in the global module fragment.
#pragma once

#include <cmath>

namespace firefly {

struct twofold {
    double high = 0, low = 0;

    /// a + b, exactly.
    static constexpr twofold sum(double a, double b) {
        double const high = a + b, of_b = high - a;
        return {high, (a - (high - of_b)) + (b - of_b)};
    }
    /// The same for |a| ≥ |b|.
    static constexpr twofold ordered_sum(double a, double b) {
        double const high = a + b;
        return {high, b - (high - a)};
    }
    /// a × b, exactly: of halves of 26 bits every product is exact.
    static constexpr twofold product(double a, double b) {
        constexpr double split = 0x1p27 + 1;
        double const large_a = a * split, large_b = b * split;
        double const a_1 = large_a - (large_a - a), a_2 = a - a_1, b_1 = large_b - (large_b - b), b_2 = b - b_1;
        double const high = a * b;
        return {high, ((a_1 * b_1 - high) + a_1 * b_2 + a_2 * b_1) + a_2 * b_2};
    }

    constexpr double value() const { return high + low; }

    friend constexpr twofold operator-(twofold a) { return {-a.high, -a.low}; }
    friend constexpr twofold operator+(twofold a, double b) {
        twofold const all = sum(a.high, b);
        return ordered_sum(all.high, all.low + a.low);
    }
    friend constexpr twofold operator+(twofold a, twofold b) {
        twofold const highs = sum(a.high, b.high), lows = sum(a.low, b.low), all = ordered_sum(highs.high, highs.low + lows.high);
        return ordered_sum(all.high, all.low + lows.low);
    }
    friend constexpr twofold operator-(twofold a, twofold b) { return a + -b; }
    friend constexpr twofold operator*(twofold a, double b) {
        twofold const all = product(a.high, b);
        return ordered_sum(all.high, all.low + a.low * b);
    }
    friend constexpr twofold operator*(twofold a, twofold b) {
        twofold const all = product(a.high, b.high);
        return ordered_sum(all.high, all.low + (a.high * b.low + a.low * b.high));
    }
    friend constexpr twofold operator/(twofold a, twofold b) {
        double const first = a.high / b.high;
        twofold const rest = a - b * first;
        return ordered_sum(first, rest.high / b.high);
    }
    inline friend twofold root(twofold a) {
        double const first = std::sqrt(a.high);
        if (first == 0) return {};
        return ordered_sum(first, (a - product(first, first)).high / (2 * first));
    }
};

}  // namespace firefly
