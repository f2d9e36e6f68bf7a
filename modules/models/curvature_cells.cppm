/// The largest and the least secant of a log likelihood of which w = −ℓ'' is known to lie between two numbers wherever it is asked for.
///
///     ψ(a + t) ≤ ψ(a) + ψ'(a)t + ½Wt²,   so that   2ψ/Δ² ≤ (A + Bt + Wt²)/(a + t)²   in the cell from a to a + s,   A = 2ψ(a), B = 2ψ'(a)
///
/// W is the largest w in the cell. The right side is largest at t = 0, at s or at (2A − Ba)/(2Wa − B). From below it is the same with the signs turned.
/// Cells lie at R(j/J)², J = 16, on either side: in the first, where ψ and Δ² vanish together, w itself bounds the secant, and its width decides what a
/// short reach costs. What the largest secant exceeds w(η*) by is
/// 1.005 times that of the sharpest for R up to a half, 1.024 for 3 and 1.07 for 10 where w is that of logistic regression (1.14 next to its peak),
/// and 1.39 for 10 where it is e^η. W over all of the reach would be three times as much. It holds for every w, negative ones too.
/// Cost: 32 enclosures of w, and ψ and ψ' as often.
module;
#include <algorithm>
#include <cmath>

export module firefly.models:curvature_cells;

import firefly.core;
import :scalar_family;

namespace firefly {

namespace cells {

constexpr int count = 16;
/// Of w: what ψ and ψ' may have lost to rounding and quadrature.
constexpr double rounding = 1e-12;
/// Below it ψ is too close to the smallest of numbers, and w does not change any more.
constexpr double shortest = 1e-100;

/// The largest (A + Bt + Wt²)/(a + t)² with 0 ≤ t ≤ s. ∞ where one of them is not known.
inline double largest_secant(double a, double s, double A, double B, double W) {
    if (!std::isfinite(A + B + W)) return infinity;
    auto const secant = [&](double t) { return (A + (B + W * t) * t) / (a + t) / (a + t); };
    double const most = std::max(secant(0), secant(s)), turn = (2 * A - B * a) / (2 * W * a - B);
    return turn > 0 && turn < s ? std::max(most, secant(turn)) : most;
}

/// Widens `range` by the secants on one side, from 0 to `end`.
void add_side(secant_range& range, double end, auto const& curvature, auto const& fall, auto const& slope) {
    double const side = end < 0 ? -1 : 1, reach = std::abs(end);
    auto const between = [&](double near, double far) { return side > 0 ? curvature(near, far) : curvature(-far, -near); };
    auto const add = [&](double most, double least, double size) {
        range.most = std::max(range.most, most + rounding * size);
        range.least = std::min(range.least, least - rounding * size);
    };
    if (reach < shortest || std::isinf(reach)) {
        interval const w = between(0, reach);
        return add(w.high, w.low, w.size());
    }
    double size = 0, near = 0;
    for (int j = 1; j <= count; ++j) {
        double const far = j == count ? reach : reach * (j * j) / (count * count);
        interval const w = between(near, far);
        size = std::max(size, w.size());
        if (j == 1) {
            add(w.high, w.low, size);
        } else {
            double const A = 2 * fall(side * near), B = 2 * side * slope(side * near), s = far - near;
            add(largest_secant(near, s, A, B, w.high), -largest_secant(near, s, -A, -B, -w.low), size);
        }
        near = far;
    }
}

}  // namespace cells

/// All secants between the displacements low ≤ 0 and high ≥ 0. `curvature(a, b)` is an interval with all w between the displacements a and b; `fall(Δ)` and
/// `slope(Δ)` are ψ and ψ'. Of an infinite side only w bounds the secants. Where w has no bound, above or below, they have none, since nothing tells what
/// ψ has lost to rounding.
export secant_range secants_by_cells(double low, double high, auto const& curvature, auto const& fall, auto const& slope) {
    secant_range range{-infinity, infinity};
    cells::add_side(range, low, curvature, fall, slope);
    cells::add_side(range, high, curvature, fall, slope);
    return range;
}

}  // namespace firefly
