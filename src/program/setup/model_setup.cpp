module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

module firefly.program.setup;

import firefly;
import firefly.program.input;

namespace firefly::program {

std::vector<std::string> model_setup::names_of_theta() const {
    std::vector<std::string> result;
    for (auto const& variable : parameters) {
        bool const is_scale = std::ranges::any_of(priors, [&](auto const& prior) {
            return prior.kind == column_prior::shape::learned && prior.scale_name == variable.name;
        });
        for (std::size_t k = 0; k < variable.size() && !is_scale; ++k) result.push_back(variable.element_name(k));
    }
    return result;
}

own_prior prior_of_column(model_setup const& setup, std::size_t column) {
    std::size_t place = 0;
    for (auto const& [columns, kind, scale, degrees_of_freedom, name] : setup.priors) {
        place += columns;
        if (column >= place) continue;
        switch (kind) {
            using enum column_prior::shape;
            case common: break;
            case flat: return {"flat", infinity, 1};
            case normal: return {"gaussian", scale, 1};
            case laplace: return {"laplace", scale, 2};
            case student_t:
                return {"student_t", scale, degrees_of_freedom > 2 ? degrees_of_freedom / (degrees_of_freedom - 2) : infinity};
            case learned: return {"learned", infinity, 1};
        }
        break;
    }
    bool const is_laplace = setup.prior == name_of(prior_kind::laplace);
    double const scale = column == 0 ? setup.intercept_scale.value_or(setup.prior_scale) : setup.prior_scale;
    return {setup.prior, scale, is_laplace ? 2.0 : 1.0};
}

}  // namespace firefly::program
