/// Arithmetic with intervals: a result has every number that the operation gives for numbers of its operands.
///
///     [a, b] + [c, d] = [a + c, b + d],   [a, b] × [c, d] = [min(ac, ad, bc, bd), max(ac, ad, bc, bd)],   exp [a, b] = [exp a, exp b]
///
/// Ends are computed as usual and moved outwards: one unit in the last place for what the processor rounds, four for functions
/// of `portable`, whose errors are at most one. So no rounding mode is switched, which compilers do not respect. What
/// has no value somewhere (log −1, 1/[−1, 1], 0·∞) is [−∞, ∞]. There is no <: an interval may lie on both sides.
///
/// An operand that occurs twice may take two values at once, x − x = [a − b, b − a]: results are wider than need be, in proportion to the width of
/// the operands. Moore, Kearfott & Cloud 2009, "Introduction to Interval Analysis". Cost: twice that of numbers, four times for × and ÷.
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

export module firefly.numeric:interval;

import :numbers;

namespace firefly {

/// At least this many units in the last place below, and at most twice as many. Not std::nextafter, which is a call. A result of next to nothing may have
/// underflowed; what is taken from it is small, but no smaller, since the processor takes a hundred times as long for numbers below 1e-308.
inline double moved_down(double x, double units, double underflow) {
    x = std::min(x, std::numeric_limits<double>::max());  // what overflowed may have been finite
    return x - (std::abs(x) * (units * std::numeric_limits<double>::epsilon()) + underflow);
}

/// All numbers from `low` to `high`.
export struct interval {
    double low, high;

    constexpr interval(double number) : interval(number, number) {}
    /// Everything, unless low ≤ high.
    constexpr interval(double from, double to) : low(from <= to ? from : -infinity), high(from <= to ? to : infinity) {}

    inline bool contains(double x) const { return low <= x && x <= high; }
    inline bool is_zero() const { return low == 0 && high == 0; }
    inline bool is_bounded() const { return low > -infinity && high < infinity; }
    /// The largest absolute value.
    inline double size() const { return std::max(std::abs(low), std::abs(high)); }

    inline friend interval operator-(interval x) { return {-x.high, -x.low}; }
    /// Sums do not underflow.
    inline friend interval operator+(interval x, interval y) { return outward(x.low + y.low, x.high + y.high, 1, 0); }
    inline friend interval operator-(interval x, interval y) { return x + -y; }
    inline friend interval operator*(interval x, interval y) {
        if ((x.is_zero() && y.is_bounded()) || (y.is_zero() && x.is_bounded())) return 0;
        return around(x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high);
    }
    inline friend interval operator/(interval x, interval y) {
        if (y.contains(0)) return everything();
        return around(x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high);
    }

    inline friend interval abs(interval x) {
        double const nearest = x.contains(0) ? 0 : std::min(std::abs(x.low), std::abs(x.high));
        return {nearest, x.size()};
    }
    inline friend interval squared(interval x) {
        interval const a = abs(x);
        return outward(a.low * a.low, a.high * a.high).cut(0, infinity);
    }
    inline friend interval pow(interval x, std::integral auto exponent) {
        if (exponent < 0) return 1 / pow(x, -exponent);
        interval const base = exponent % 2 == 0 ? abs(x) : x;  // where the power rises
        auto const power = [&](double a) { return portable::pow(a, static_cast<double>(exponent)); };
        return rising(base, power).cut(exponent % 2 == 0 ? 0 : -infinity, infinity);
    }
    inline friend interval sqrt(interval x) { return outward(std::sqrt(x.low), std::sqrt(x.high)).cut(0, infinity); }

    inline friend interval exp(interval x) {
        return rising(x, [](double a) { return portable::exp(a); }).cut(0, infinity);
    }
    inline friend interval expm1(interval x) {
        return rising(x, [](double a) { return portable::expm1(a); }).cut(-1, infinity);
    }
    inline friend interval log(interval x) {
        return rising(x, [](double a) { return portable::log(a); });
    }
    inline friend interval log1p(interval x) {
        return rising(x, [](double a) { return portable::log1p(a); });
    }
    inline friend interval sinh(interval x) {
        return rising(x, [](double a) { return portable::sinh(a); });
    }
    inline friend interval cosh(interval x) {
        return rising(abs(x), [](double a) { return portable::cosh(a); }).cut(1, infinity);
    }
    inline friend interval tanh(interval x) {
        return rising(x, [](double a) { return portable::tanh(a); }).cut(-1, 1);
    }
    inline friend interval sigmoid(interval x) {
        return rising(x, [](double a) { return firefly::sigmoid(a); }).cut(0, 1);
    }
    inline friend interval log_sigmoid(interval x) {
        return rising(x, [](double a) { return firefly::log_sigmoid(a); }).cut(-infinity, 0);
    }

private:
    static constexpr interval everything() { return {-infinity, infinity}; }

    static inline interval outward(double low, double high, double units = 1, double underflow = 1e-290) {
        return {moved_down(low, units, underflow), -moved_down(-high, units, underflow)};
    }
    /// Of four numbers. Where one is NaN so is their sum; it is NaN, too, for ∞ and −∞ together, between which lies everything.
    static inline interval around(double a, double b, double c, double d) {
        if (std::isnan(a + b + c + d)) return everything();
        return outward(std::min(std::min(a, b), std::min(c, d)), std::max(std::max(a, b), std::max(c, d)));
    }
    /// Of a function that rises, and that `portable` computes, or a few operations with its results.
    static inline interval rising(interval x, auto function) { return outward(function(x.low), function(x.high), 4); }
    /// Without what no value of the function can be.
    inline interval cut(double least, double most) const { return {std::clamp(low, least, most), std::clamp(high, least, most)}; }
};

}  // namespace firefly
