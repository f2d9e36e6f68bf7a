/// The inner region of bounds that are sharp on an interval.
///
///     Ω = {d : ‖d‖_H ≤ r},   d = θ − θ*,   so that |x·d| ≤ R = r √h,   h = xᵀH⁻¹x, within it
///
/// Wider radii are those of rings about Ω (`ring`).
/// Any positive definite H and any r are exact; the posterior's precision and a radius that it hardly ever leaves are fast. R is
/// inflated by 1e-10 and rounded up to four bytes: norm and leverages come from one Cholesky factor, whose rounding is far below
/// that, and Ω must not reach beyond what R says. Cost: a membership O(D²); all R one pass over the rows, O(N D²).
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.bounds:ellipsoid;

import firefly.external;
import firefly.core;

namespace firefly {

/// To four bytes, upwards.
export float round_up(double x);

/// Ω, and the rings about it.
export class ellipsoid {
public:
    /// Without rings. Throws `invalid_argument` unless the radius is positive and finite.
    ellipsoid(cholesky precision, double radius);
    /// With them. Throws `invalid_argument` unless there are radii, each positive, finite and greater than the one before.
    ellipsoid(cholesky precision, std::vector<double> radii);

    inline double radius() const { return radii_.front(); }
    inline std::span<double const> radii() const { return radii_; }
    inline cholesky const& precision() const { return precision_; }
    /// ‖d‖²_H.
    inline double squared_distance(vector_view d) const { return precision_.squared_norm(d); }
    /// Whether a point at this distance lies in Ω.
    inline bool reaches(double squared_distance) const { return squared_distance <= radius() * radius(); }
    /// The largest ρ² for which |Lᵀd|² ≤ ρ² lies in Ω, but for a margin above all rounding: r²/λ, λ the largest eigenvalue of A⁻¹H, A = L Lᵀ. Up to a
    /// thousandth less where A and H are sparse.
    double inscribed_square(cholesky const& a) const;
    /// R of a predictor, or a combination of some, whose variance h is given.
    float reach(double variance) const;

private:
    cholesky precision_;
    std::vector<double> radii_;
};

/// V = (I ⊗ xᵀ) H⁻¹ (I ⊗ x) of every row of a block, K×K numbers per row: how the K predictors of a datum vary together where θ has the
/// precision H. h is the V of one predictor.
export class predictor_spread {
public:
    explicit predictor_spread(cholesky precision);

    void covariances(feature_rows const& rows, std::size_t width, vector_out result) const;

private:
    triangular_inverse inverse_;
    lazy<matrix> covariance_;                   // H⁻¹, for rows with groups
    lazy<sparse_symmetric> sparse_covariance_;  // what they need of it, where H is sparse
};

}  // namespace firefly
