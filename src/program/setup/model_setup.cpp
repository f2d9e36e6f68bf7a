module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

module firefly.program.setup;

import firefly;
import firefly.program.input;

namespace firefly::program {

namespace {

void add_names(stored_variable const& variable, std::vector<std::string>& names) {
    for (std::size_t k = 0; k < variable.size(); ++k) names.push_back(variable.element_name(k));
}

}  // namespace

std::vector<std::string> model_setup::names() const {
    std::vector<std::string> result;
    for (auto const& variable : parameters) add_names(variable, result);
    return result;
}

std::vector<std::string> model_setup::names_of_theta() const {
    std::vector<std::string> result;
    for (auto const& variable : parameters) {
        bool const is_scale = std::ranges::any_of(priors, [&](auto const& prior) {
            return (prior.is_learned() && prior.scale_name == variable.name) ||
                   (prior.kind == column_prior::shape::horseshoe && prior.name_of_each() == variable.name);
        });
        if (!is_scale && variable.name != on_grid) add_names(variable, result);
    }
    return result;
}

double own_prior::variance() const {
    double const square = scale * scale;
    if (word == name_of(prior_kind::laplace)) return 2 * square;
    if (degrees_of_freedom == infinity) return square;
    return degrees_of_freedom > 2 ? square * degrees_of_freedom / (degrees_of_freedom - 2) : infinity;
}

own_prior prior_of_column(model_setup const& setup, std::size_t column) {
    std::size_t place = 0;
    for (auto const& [columns, kind, scale, degrees_of_freedom, name] : setup.priors) {
        place += columns;
        if (column >= place) continue;
        switch (kind) {
            using enum column_prior::shape;
            case common: break;
            case flat: return {"flat", infinity};
            case normal: return {name_of(prior_kind::gaussian), scale};
            case laplace: return {name_of(prior_kind::laplace), scale};
            case student_t: return {"student_t", scale, degrees_of_freedom};
            case learned: return {"learned", infinity};
            case horseshoe: return {"horseshoe", infinity};
        }
        break;
    }
    return {setup.prior, column == 0 ? setup.intercept_scale.value_or(setup.prior_scale) : setup.prior_scale};
}

}  // namespace firefly::program
