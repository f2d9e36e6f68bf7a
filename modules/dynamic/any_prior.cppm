/// A prior chosen at run time, whose intercepts may have a scale of their own.
///
/// Both priors are scale families with independent coordinates: the prior of scale r·s at θ_i is the prior of scale s at θ_i/r. So one prior is
/// enough, and intercepts are divided by r before it sees them. Every D-th coordinate is an intercept: one per class of a softmax.
module;
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

export module firefly.dynamic:any_prior;

import firefly.core;
import firefly.models;
import firefly.numeric;

namespace firefly {

/// Dispatches once per call on all of θ, never per row.
export class any_prior {
public:
    using choice = std::variant<gaussian_prior, laplace_prior>;

    explicit any_prior(choice prior) : prior_(std::move(prior)) {}
    /// `ratio`: the scale of the intercepts divided by that of the other coefficients; `columns`: D.
    any_prior(choice prior, double ratio, std::size_t columns) : prior_(std::move(prior)), ratio_(ratio), columns_(columns) {}

    quadratic gaussian_part(vector_view origin) const {
        return std::visit(
            [&](auto const& prior) {
                if (ratio_ == 1) return prior.gaussian_part(origin);
                quadratic const part = prior.gaussian_part(as_view(divided(origin)));
                vector curvature = part.precision_diagonal(), gradient = part.gradient();
                divide(as_out(gradient));
                divide(as_out(curvature));
                divide(as_out(curvature));
                return quadratic(part.constant(), gradient, diagonal{curvature});
            },
            prior_);
    }
    /// What it has of coordinate i.
    coordinate_expansion expand(std::size_t i, double x) const {
        double const ratio = i % columns_ == 0 ? ratio_ : 1;
        auto const [value, gradient, precision] = std::visit([&](auto const& prior) { return prior.expand(i, x / ratio); }, prior_);
        return {value, gradient / ratio, precision / (ratio * ratio)};
    }
    double remainder(vector_view origin, vector_view displacement) const {
        return std::visit(
            [&](auto const& prior) {
                if (ratio_ == 1) return prior.remainder(origin, displacement);
                return prior.remainder(as_view(divided(origin)), as_view(divided(displacement)));
            },
            prior_);
    }
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
        std::visit(
            [&](auto const& prior) {
                if (ratio_ == 1) return prior.add_remainder_gradient(origin, displacement, gradient);
                vector part = zeros(gradient.size());
                prior.add_remainder_gradient(as_view(divided(origin)), as_view(divided(displacement)), as_out(part));
                divide(as_out(part));
                add_multiple(1, as_view(part), gradient);
            },
            prior_);
    }
    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        std::visit([&](auto const& prior) { prior.draw(random, theta); }, prior_);
        if (ratio_ == 1) return;
        for (std::size_t i = 0; i < theta.size(); i += columns_) theta[i] *= ratio_;
    }

private:
    void divide(vector_out theta) const {
        for (std::size_t i = 0; i < theta.size(); i += columns_) theta[i] /= ratio_;
    }
    vector divided(vector_view theta) const {
        vector result = to_vector(theta);
        divide(as_out(result));
        return result;
    }

    choice prior_;
    double ratio_ = 1;
    std::size_t columns_ = 1;
};

static_assert(SeparablePrior<any_prior>);

}  // namespace firefly
