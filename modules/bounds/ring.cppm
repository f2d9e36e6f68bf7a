/// Which points θ a curvature has to serve: those within a multiple of the inner region, or all.
///
/// Regions are nested ellipsoids about θ*, ρ_0 < ρ_1 < …: the inner one, then either all that is left, where a likelihood has a bound that holds
/// everywhere, or rings without end, each half as wide again as the one before. A datum's predictor moves by at most ρ_k √h_n = s_k R_n in
/// region k, s_k being the stretch ρ_k/ρ_0 and R_n its reach in the inner region. Rings are made when a chain first comes there, which it
/// hardly ever does; forty of them reach to seven million times the inner region, and the last one has all points beyond.
module;
#include <cmath>
#include <vector>

export module firefly.bounds:ring;

import firefly.core;

namespace firefly {

export struct ring {
    double stretch;  // s_k; ∞ for all points

    static constexpr ring inner() { return {1}; }
    static constexpr ring everywhere() { return {infinity}; }

    inline bool is_inner() const { return stretch == 1; }
    inline bool is_everywhere() const { return stretch == infinity; }
    /// How far a predictor moves here that moves by R in the inner region. One that does not move there does not move anywhere.
    inline double reach(double inner) const { return inner == 0 ? 0 : inner * stretch; }
};

/// Of a bound without an inner region, of one with a bound that holds everywhere behind it, and of one without.
inline std::vector<ring> one_ring() {
    return {ring::everywhere()};
}
inline std::vector<ring> two_rings() {
    return {ring::inner(), ring::everywhere()};
}
inline std::vector<ring> rings_without_end() {
    constexpr int count = 40;
    std::vector<ring> rings;
    for (int k = 0; k < count; ++k) rings.push_back({std::pow(1.5, k)});
    rings.push_back(ring::everywhere());
    return rings;
}

}  // namespace firefly
