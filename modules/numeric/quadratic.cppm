/// A quadratic form in the displacement d = θ − origin, the shape of a log Gaussian and of a collapsed product of bounds:
///
///     Q(d) = constant + gradient·d − ½ dᵀ P d,   P = dense + sparse + A ⊗ G + diagonal
///
/// The precision P is kept in the parts that were added, so that each costs what its shape costs: a dense one O((KD)²), A ⊗ G with A
/// of K×K and G of D×D (a curvature that all data share) O(KD² + K²D), a prior's diagonal O(KD), a sparse one its numbers. Who holds a form knows its origin;
/// two that are added must share it. Nothing is allocated for a value.
module;
#include <cstddef>
#include <utility>

export module firefly.numeric:quadratic;

import firefly.external;
import :linear_algebra;
import :numbers;
import :sparse_symmetric;

namespace firefly {

/// A ⊗ G: block (k, l) is A_kl G. Both symmetric with both triangles filled, A of at most `most_predictors` rows.
export struct kronecker {
    matrix left;   // A
    matrix right;  // G
};

/// Nothing off the diagonal.
export struct diagonal {
    vector values;
};

/// A form of one coordinate: value + gradient·d − ½ precision·d².
export struct coordinate_expansion {
    double value, gradient, precision;
};

/// Q. Forms about the same origin can be added.
export class quadratic {
public:
    /// Zero everywhere.
    inline explicit quadratic(std::size_t dimension) : gradient_(zeros(dimension)) {}
    inline quadratic(double constant, vector gradient, matrix precision)
        : constant_(constant), gradient_(std::move(gradient)), dense_(std::move(precision)) {}
    inline quadratic(double constant, vector gradient, sparse_symmetric precision)
        : constant_(constant), gradient_(std::move(gradient)), sparse_(std::move(precision)) {}
    inline quadratic(double constant, vector gradient, kronecker precision)
        : constant_(constant), gradient_(std::move(gradient)), kronecker_(std::move(precision)) {}
    inline quadratic(double constant, vector gradient, diagonal precision)
        : constant_(constant), gradient_(std::move(gradient)), diagonal_(std::move(precision)) {}

    inline std::size_t dimension() const { return gradient_.size(); }
    inline double constant() const { return constant_; }
    inline vector const& gradient() const { return gradient_; }
    /// P, the curvature of −Q, as one matrix with both triangles filled: made at every call, for set-up.
    matrix precision() const;
    /// Whether P is known to be mostly zeros: it has a sparse part and none that is dense.
    inline bool is_sparse() const { return sparse_.dimension() > 0 && dense_.size() == 0 && kronecker_.left.size() == 0; }
    /// P, where none of its parts is dense.
    sparse_symmetric sparse_precision() const;
    /// The diagonal of P, without making P.
    vector precision_diagonal() const;
    /// P d.
    void multiply(vector_view d, vector_out result) const;

    /// Q(d); `gradient` receives ∇Q(d) = gradient − P d, which is needed on the way.
    double value(vector_view d, vector_out gradient) const;

    /// Two Kronecker parts stay one where they share A; otherwise they become dense.
    quadratic& operator+=(quadratic const& other);
    friend quadratic operator+(quadratic a, quadratic const& b) { return std::move(a += b); }

private:
    double constant_ = 0;
    vector gradient_;
    // A part that is not there is empty.
    matrix dense_ = zeros(0, 0);
    sparse_symmetric sparse_;
    kronecker kronecker_{zeros(0, 0), zeros(0, 0)};
    diagonal diagonal_{zeros(0)};
};

}  // namespace firefly
