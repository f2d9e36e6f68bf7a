/// Which points θ a curvature has to serve: those within a multiple of the inner region, or all.
///
/// Regions are nested ellipsoids about θ*, ρ_0 < ρ_1 < …: the inner one, rings around it as the `ellipsoid` says, then either all that is left,
/// where a likelihood has a bound that holds everywhere, or rings without end, each half as wide again as the one before. A datum's predictor
/// moves by at most ρ_k √h_n = s_k R_n in region k, s_k being the stretch ρ_k/ρ_0 and R_n its reach in the inner region. Rings are made when a
/// chain first comes there. To those without end it hardly ever does; forty of them reach to seven million times the widest that was asked
/// for, and the last one has all points beyond.
module;
#include <cmath>
#include <span>
#include <vector>

export module firefly.bounds:ring;

import firefly.core;

namespace firefly {

/// A multiple of the inner region, or all points.
export struct ring {
    double stretch;  // s_k; ∞ for all points

    static constexpr ring inner() { return {1}; }
    static constexpr ring everywhere() { return {infinity}; }

    inline bool is_inner() const { return stretch == 1; }
    inline bool is_everywhere() const { return stretch == infinity; }
    /// How far a predictor moves here that moves by R in the inner region. One that does not move there does not move anywhere.
    inline double reach(double inner) const { return inner == 0 ? 0 : inner * stretch; }
};

/// Of a bound without an inner region.
inline std::vector<ring> one_ring() {
    return {ring::everywhere()};
}
/// Of one with regions of these radii; with a bound that holds everywhere behind them, or without.
inline std::vector<ring> rings_of(std::span<double const> radii, bool holds_everywhere) {
    std::vector<ring> rings;
    for (double const radius : radii) rings.push_back({radius / radii.front()});
    double const widest = rings.back().stretch;
    for (int k = 1; !holds_everywhere && k < 40; ++k) rings.push_back({widest * portable::pow(1.5, k)});
    rings.push_back(ring::everywhere());
    return rings;
}

}  // namespace firefly
