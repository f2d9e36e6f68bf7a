/// The share that one row has in what is known of the parameters.
///
///     h = λ_max(H^{-½} (W ⊗ x xᵀ) H^{-½}) = λ_max(W S),   S_kl = xᵀ (H⁻¹)_kl x,   0 ≤ h ≤ 1
///
/// H is the precision of the posterior at its maximum, to which the row with features x and curvature W = −∂²ℓ/∂η∂ηᵀ has added W ⊗ x xᵀ.
/// In the direction of the eigenvector the row has the share h of the precision, the other rows and the prior have the rest. Of a logistic
/// regression h is the leverage of Pregibon (1981).
///
/// Almost all rows cost O(KD), since a bound tells that they are below the threshold: with R = H scaled to a unit diagonal
///
///     h ≤ tr(H⁻¹ (W ⊗ x xᵀ)) ≤ tr(R⁻¹) Σ_kj W_kk x_j² / H_kj,kj,   tr(R⁻¹) = Σ_a H_aa (H⁻¹)_aa
///
/// The others cost O(K²D²).
module;
#include <cstddef>
#include <tuple>
#include <vector>

module firefly.program.setup:leverage;

import firefly;

namespace firefly::program {

/// Above this share a row says more, in some direction, than all other rows and the prior together.
inline constexpr double dominant_share = 0.5;

class leverage {
public:
    /// `inverse` is H⁻¹, and must outlive it.
    leverage(cholesky const& precision, matrix const& inverse, std::size_t classes);

    /// h, or 0 where the bound is below `dominant_share`, or the likelihood has no curvature downwards at this row. `curvature` holds the K×K numbers of W.
    double of(vector_view x, vector_view curvature) const;

private:
    std::size_t classes_;
    matrix const* inverse_;
    std::vector<double> diagonal_;  // of H
    double trace_ = 0;              // of R⁻¹
};

/// The largest share and its row. A sum over blocks that keeps the larger; the first of equal ones.
struct heaviest_row {
    double share = 0;
    double row = 0;

    void look_at(double other_share, double other_row) {
        if (other_share > share) *this = {other_share, other_row};
    }
    heaviest_row& operator+=(heaviest_row const& other) {
        look_at(other.share, other.row);
        return *this;
    }
    static auto members(auto& self) { return std::tie(self.share, self.row); }
};

/// The same where H is sparse: rows have one predictor, and h is w x·H⁻¹x.
template <Model M>
heaviest_row find_heaviest_of_levels(M const& model, anchor const& at) {
    predictor_spread const spread(at.precision);
    return sum_over_blocks(model.rows(), heaviest_row{}, [&](heaviest_row& heaviest, row_block const& block) {
        std::size_t const count = block.rows.rows;
        std::vector<double> eta(count), slope(count), curvature(count), variance(count);
        predict(block.rows, as_view(at.theta), eta);
        model.likelihood().derivatives(block.target, eta, slope, curvature);
        spread.covariances(block.rows, 1, variance);
        for (std::size_t i = 0; i < count; ++i)
            if (curvature[i] * variance[i] >= dominant_share)
                heaviest.look_at(curvature[i] * variance[i], static_cast<double>(block.first + i));
    });
}

/// A share of 0 where no row has more than `dominant_share`. One pass.
template <Model M>
heaviest_row find_heaviest(M const& model, anchor const& at, matrix const& inverse) {
    std::size_t const width = model.likelihood().width();
    if (at.precision.is_sparse()) return find_heaviest_of_levels(model, at);
    leverage const shares(at.precision, inverse, width);
    return sum_over_blocks(model.rows(), heaviest_row{}, [&](heaviest_row& heaviest, row_block const& block) {
        std::size_t const count = block.rows.rows;
        std::vector<double> eta(count * width), slope(count * width), curvature(count * width * width);
        predict(block.rows, as_view(at.theta), eta);
        model.likelihood().derivatives(block.target, eta, slope, curvature);
        std::vector<double> memory;
        for (std::size_t i = 0; i < count; ++i)
            heaviest.look_at(
                shares.of(block.rows.dense_row(i, memory), vector_view(curvature).subspan(i * width * width, width * width)),
                static_cast<double>(block.first + i));
    });
}

}  // namespace firefly::program
