/// The shape of a proposal: S with S Sᵀ = H⁻¹, so that a step of one length is equally long in all directions of the posterior.
module;
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

export module firefly.kernels:preconditioner;

import firefly.external;
import firefly.core;

namespace firefly {

/// Throws `invalid_argument` in the kernel's name for a centre that is not finite.
void check_centre(std::string_view kernel, vector const& centre);

/// All functions throw `invalid_argument` for a vector that is not of H's dimension. The identity takes any.
export class preconditioner {
public:
    /// The identity: isotropic steps, as in the paper.
    preconditioner() = default;
    /// S = L⁻ᵀ for H = L Lᵀ.
    inline explicit preconditioner(cholesky precision) : precision_(std::move(precision)) {}

    /// x ← S x.
    inline void apply(vector_out x) const {
        if (shapes(x.size())) precision_->solve_upper(x);
    }

    /// x ← Sᵀ x: turns ∇ into the gradient by S⁻¹θ.
    inline void apply_transposed(vector_out x) const {
        if (shapes(x.size())) precision_->solve_lower(x);
    }

    /// x ← S⁻¹ x.
    inline void apply_inverse(vector_out x) const {
        if (shapes(x.size())) precision_->multiply_upper(x);
    }

    /// 1/√H_ii for every i: how wide a Gaussian of precision H is along a coordinate, all others fixed. O(D²).
    void coordinate_scales(vector_out scales) const;

private:
    /// Whether there is anything to do.
    inline bool shapes(std::size_t dimension) const {
        if (precision_ && precision_->dimension() != dimension) refuse(dimension);
        return precision_.has_value();
    }
    [[noreturn]] void refuse(std::size_t dimension) const;

    std::optional<cholesky> precision_;
};

}  // namespace firefly
