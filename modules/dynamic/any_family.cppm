/// A likelihood of one predictor that is chosen at run time: one instance of all that is compiled for a model, whatever the family.
///
/// A target is two numbers, what happened and how many trials there were; families other than the binomial do not look at the second. A family that
/// has no bound everywhere may be chosen: so rings have no end (`ring`). Cost: a switch per datum besides that of the family.
module;
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

export module firefly.dynamic:any_family;

import firefly.core;
import firefly.models;

namespace firefly {

/// A `SecantLikelihood` that holds one of the library's.
export class any_family : public scalar_family<any_family, 2> {
public:
    using kinds =
        std::variant<binomial, cloglog, gamma_likelihood, gaussian, huber, log_cosh, negative_binomial, poisson, probit, student_t>;

    static constexpr double work = 20;
    static constexpr bool has_bound_everywhere = false;

    explicit any_family(kinds family) : family_(std::move(family)) {}

    inline kinds const& family() const { return family_; }

    void check(vector_view target) const;
    double log_likelihood_of(vector_view target, double eta) const;
    /// Zero where the family has none.
    double log_constant(vector_view target) const;
    double derivative_of(vector_view target, double eta) const;
    double curvature_of(vector_view target, double eta) const;
    double fall_below_tangent(vector_view target, double eta, double delta) const;
    double slope_below_tangent(vector_view target, double eta, double delta) const;
    secant_range secants_within(vector_view target, double eta, double low, double high) const;

private:
    kinds family_;
};

static_assert(SecantLikelihood<any_family>);

}  // namespace firefly
