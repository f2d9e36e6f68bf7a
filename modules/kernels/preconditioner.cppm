/// The shape of a proposal: S with S Sᵀ = H⁻¹, so that a step of one length is equally long in all directions of the posterior.
module;
#include <cstddef>
#include <optional>
#include <utility>

export module firefly.kernels:preconditioner;

import firefly.external;
import firefly.core;

namespace firefly {

export class preconditioner {
public:
    /// The identity: isotropic steps, as in the paper.
    preconditioner() = default;
    /// S = L⁻ᵀ for H = L Lᵀ.
    inline explicit preconditioner(cholesky precision) : precision_(std::move(precision)) {}

    /// x ← S x. Throws `invalid_argument` when S is of another dimension.
    inline void apply(vector_out x) const {
        if (!precision_) return;
        if (precision_->dimension() != x.size()) wrong_dimension(precision_->dimension(), x.size());
        precision_->solve_upper(x);
    }

private:
    [[noreturn]] static void wrong_dimension(std::size_t dimension, std::size_t needed);

    std::optional<cholesky> precision_;
};

}  // namespace firefly
