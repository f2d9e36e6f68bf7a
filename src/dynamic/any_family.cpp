module;
#include <cstddef>
#include <span>
#include <variant>

module firefly.dynamic;

import firefly.core;
import firefly.models;

namespace firefly {

namespace {

/// `use(family, target)` with the target as the family takes it.
template <class Use>
auto visit_with(any_family::kinds const& family, vector_view target, Use const& use) {
    return std::visit([&]<class Family>(Family const& own) { return use(own, target_of<Family>(target, 0)); }, family);
}

/// `use(family, targets)` with the target as one of several.
template <class Use>
void visit_with_one(any_family::kinds const& family, vector_view target, Use const& use) {
    std::visit([&]<class Family>(Family const& own) { use(own, target.first(target_numbers<Family>)); }, family);
}

}  // namespace

void any_family::check(vector_view target) const {
    visit_with(family_, target, [](auto const& family, auto own) { family.check(own); });
}

double any_family::log_likelihood_of(vector_view target, double eta) const {
    double value = 0;
    visit_with_one(family_, target,
                   [&](auto const& family, vector_view own) { family.log_likelihood(own, {&eta, 1}, {&value, 1}); });
    return value;
}

double any_family::log_constant(vector_view target) const {
    return visit_with(family_, target, [](auto const& family, auto own) {
        if constexpr (requires { family.log_constant(own); })
            return family.log_constant(own);
        else
            return 0.0;
    });
}

double any_family::derivative_of(vector_view target, double eta) const {
    double first = 0;
    visit_with_one(family_, target, [&](auto const& family, vector_view own) { family.derivatives(own, {&eta, 1}, {&first, 1}); });
    return first;
}

double any_family::curvature_of(vector_view target, double eta) const {
    double first = 0, second = 0;
    visit_with_one(family_, target,
                   [&](auto const& family, vector_view own) { family.derivatives(own, {&eta, 1}, {&first, 1}, {&second, 1}); });
    return second;
}

double any_family::fall_below_tangent(vector_view target, double eta, double delta) const {
    return visit_with(family_, target, [&](auto const& family, auto own) { return family.fall_below_tangent(own, eta, delta); });
}

double any_family::slope_below_tangent(vector_view target, double eta, double delta) const {
    return visit_with(family_, target, [&](auto const& family, auto own) { return family.slope_below_tangent(own, eta, delta); });
}

secant_range any_family::secants_within(vector_view target, double eta, double low, double high) const {
    return visit_with(family_, target, [&](auto const& family, auto own) { return family.secants_within(own, eta, low, high); });
}

}  // namespace firefly
