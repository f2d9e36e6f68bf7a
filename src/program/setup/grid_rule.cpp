module;
#include <cmath>
#include <concepts>
#include <functional>
#include <string>
#include <variant>

module firefly.program.setup;

import firefly;
import firefly.program.input;
import :grid_rule;

namespace firefly::program {

grid_rule grid_rule_of(model_kind model) {
    if (has_degrees_of_freedom(model))
        return {1, 200, [](double nu) { return portable::log(nu) - nu / 10; },
                "a gamma prior of shape 2 and rate 0.1 between 1 and 200"};
    if (has_size(model))
        return {0.01, 1e4, [](double size) { return -portable::log(size) / 2 - portable::log1p(size); },
                "a half-Cauchy prior of scale 1 for 1/sqrt(size), size between 0.01 and 10000"};
    throw invalid_argument(name_of(model) + " has no parameter that is sampled on a grid");
}

student_t with_value(student_t const& likelihood, double nu) {
    return student_t({.degrees_of_freedom = nu, .scale = likelihood.scale()});
}

negative_binomial with_value(negative_binomial const&, double size) {
    return negative_binomial({.size = size});
}

adjusted<any_family> with_value(adjusted<any_family> const& likelihood, double value) {
    return adjusted(any_family(std::visit(
        [&]<class Family>(Family const& family) -> any_family::kinds {
            if constexpr (std::same_as<Family, student_t> || std::same_as<Family, negative_binomial>)
                return with_value(family, value);
            else
                throw invalid_argument("this likelihood has no parameter that is sampled on a grid");
        },
        likelihood.likelihood().family())));
}

}  // namespace firefly::program
