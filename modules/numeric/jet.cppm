/// A function's value and first two derivatives, carried through every operation: forward differentiation of a function as its user wrote it.
///
///     (u, u', u'') · (v, v', v'') = (uv, u'v + uv', u''v + 2u'v' + uv''),   f(u, u', u'') = (f, f' u', f'' u'² + f' u'')
///
/// Over numbers a jet has the derivatives at a point, to rounding; over intervals it has all that they are between two points. Functions are found
/// by their argument, so that `[](auto eta, double y) { return y * eta - exp(eta); }` serves for both. There is no <, as there is none for
/// intervals. Griewank & Walther 2008, "Evaluating Derivatives", chapter 13. Cost: six products for one, four and its derivatives for a function.
module;
#include <cmath>
#include <concepts>

export module firefly.numeric:jet;

import :interval;
import :numbers;

namespace firefly {

inline double squared(double x) {
    return x * x;
}

/// A value and its derivatives; `Number` is `double` or `interval`.
export template <class Number>
struct jet {
    Number value, first, second;

    jet(double constant) : jet(constant, 0.0, 0.0) {}
    jet(Number u, Number slope, Number bend) : value(u), first(slope), second(bend) {}
    /// The variable itself, by which all else is differentiated.
    static jet variable(Number at) { return {at, 1.0, 0.0}; }

    friend jet operator-(jet const& u) { return {-u.value, -u.first, -u.second}; }

    friend jet operator+(jet const& u, jet const& v) { return {u.value + v.value, u.first + v.first, u.second + v.second}; }
    friend jet operator+(jet const& u, double c) { return {u.value + c, u.first, u.second}; }
    friend jet operator+(double c, jet const& u) { return u + c; }

    friend jet operator-(jet const& u, jet const& v) { return {u.value - v.value, u.first - v.first, u.second - v.second}; }
    friend jet operator-(jet const& u, double c) { return {u.value - c, u.first, u.second}; }
    friend jet operator-(double c, jet const& u) { return {c - u.value, -u.first, -u.second}; }

    friend jet operator*(jet const& u, jet const& v) {
        return {u.value * v.value, u.first * v.value + u.value * v.first,
                u.second * v.value + 2.0 * u.first * v.first + u.value * v.second};
    }
    friend jet operator*(jet const& u, double c) { return {u.value * c, u.first * c, u.second * c}; }
    friend jet operator*(double c, jet const& u) { return u * c; }

    friend jet operator/(jet const& u, jet const& v) {
        Number const ratio = u.value / v.value, slope = (u.first - ratio * v.first) / v.value;
        return {ratio, slope, (u.second - 2.0 * slope * v.first - ratio * v.second) / v.value};
    }
    friend jet operator/(jet const& u, double c) { return {u.value / c, u.first / c, u.second / c}; }
    friend jet operator/(double c, jet const& u) {
        Number const slope = -c / squared(u.value);
        return of(u, c / u.value, slope, -2.0 * slope / u.value);
    }

    friend jet squared(jet const& u) { return of(u, squared(u.value), 2.0 * u.value, 2.0); }
    friend jet pow(jet const& u, std::integral auto exponent) {
        using portable::pow;
        double const n = static_cast<double>(exponent);
        if (exponent == 0) return 1;
        if (exponent == 1) return u;
        return of(u, pow(u.value, exponent), n * pow(u.value, exponent - 1), n * (n - 1) * pow(u.value, exponent - 2));
    }
    friend jet sqrt(jet const& u) {
        using std::sqrt;
        Number const root = sqrt(u.value), slope = 0.5 / root;
        return of(u, root, slope, -0.5 * slope / u.value);
    }

    friend jet exp(jet const& u) {
        using portable::exp;
        Number const e = exp(u.value);
        return of(u, e, e, e);
    }
    friend jet expm1(jet const& u) {
        using portable::exp, portable::expm1;
        Number const e = exp(u.value);
        return of(u, expm1(u.value), e, e);
    }
    friend jet log(jet const& u) {
        using portable::log;
        Number const inverse = 1.0 / u.value;
        return of(u, log(u.value), inverse, -squared(inverse));
    }
    friend jet log1p(jet const& u) {
        using portable::log1p;
        Number const inverse = 1.0 / (1.0 + u.value);
        return of(u, log1p(u.value), inverse, -squared(inverse));
    }
    friend jet sinh(jet const& u) {
        using portable::sinh, portable::cosh;
        Number const s = sinh(u.value);
        return of(u, s, cosh(u.value), s);
    }
    friend jet cosh(jet const& u) {
        using portable::sinh, portable::cosh;
        Number const c = cosh(u.value);
        return of(u, c, sinh(u.value), c);
    }
    friend jet tanh(jet const& u) {
        using portable::tanh;
        Number const t = tanh(u.value), slope = 1.0 - squared(t);
        return of(u, t, slope, -2.0 * t * slope);
    }
    friend jet sigmoid(jet const& u) {
        Number const s = sigmoid(u.value), rest = sigmoid(-u.value), slope = s * rest;
        return of(u, s, slope, slope * (rest - s));
    }
    /// Far better enclosed than −log(1 + exp(−u)), whose second derivative is a difference of two numbers near one.
    friend jet log_sigmoid(jet const& u) {
        Number const rest = sigmoid(-u.value);
        return of(u, log_sigmoid(u.value), rest, -(sigmoid(u.value) * rest));
    }

private:
    /// Of a function with derivatives f' and f'' at u.
    static jet of(jet const& u, Number f, Number f1, Number f2) { return {f, f1 * u.first, f2 * squared(u.first) + f1 * u.second}; }
};

}  // namespace firefly
