/// A quadratic form in the displacement d = θ − origin, the shape of a log Gaussian and of a collapsed product of bounds:
///
///     Q(d) = constant + gradient·d − ½ dᵀ precision d
///
/// Who holds one knows its origin; two that are added must share it. Value: O(D²), nothing allocated.
module;
#include <cstddef>
#include <utility>

export module firefly.core:quadratic;

import firefly.external;
import :numeric;
import :linear_algebra;

namespace firefly {

export class quadratic {
public:
    inline explicit quadratic(std::size_t dimension) : gradient_(zeros(dimension)), precision_(zeros(dimension, dimension)) {}
    inline quadratic(double constant, vector gradient, matrix precision)
        : constant_(constant), gradient_(std::move(gradient)), precision_(std::move(precision)) {}

    inline std::size_t dimension() const { return gradient_.size(); }
    inline double constant() const { return constant_; }
    inline vector const& gradient() const { return gradient_; }
    /// Symmetric, both triangles filled. The curvature of −Q.
    inline matrix const& precision() const { return precision_; }

    /// Q(d); `gradient` receives ∇Q(d) = gradient − precision·d, which is needed on the way.
    double value(vector_view d, vector_out gradient) const;

    quadratic& operator+=(quadratic const& other);
    friend quadratic operator+(quadratic a, quadratic const& b) { return std::move(a += b); }

private:
    double constant_ = 0;
    vector gradient_;
    matrix precision_;
};

}  // namespace firefly
