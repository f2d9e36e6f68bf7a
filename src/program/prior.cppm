/// A prior chosen at run time.
module;
#include <span>
#include <utility>
#include <variant>

export module firefly.program:prior;

import firefly;

namespace firefly::program {

/// Visits once for each call on all of θ, never for each datum.
export class any_prior {
public:
    explicit any_prior(std::variant<gaussian_prior, laplace_prior> prior) : prior_(std::move(prior)) {}

    quadratic gaussian_part(vector_view origin) const {
        return std::visit([&](auto const& prior) { return prior.gaussian_part(origin); }, prior_);
    }
    double remainder(vector_view origin, vector_view displacement) const {
        return std::visit([&](auto const& prior) { return prior.remainder(origin, displacement); }, prior_);
    }
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
        std::visit([&](auto const& prior) { prior.add_remainder_gradient(origin, displacement, gradient); }, prior_);
    }
    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        std::visit([&](auto const& prior) { prior.draw(random, theta); }, prior_);
    }

private:
    std::variant<gaussian_prior, laplace_prior> prior_;
};

static_assert(Prior<any_prior>);

}  // namespace firefly::program
