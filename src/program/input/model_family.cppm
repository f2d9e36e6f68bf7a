/// The likelihood of one predictor that a model of the program is, chosen at run time.
module;
#include <cstddef>
#include <span>

export module firefly.program.input:model_family;

import firefly;
import :model_kind;

namespace firefly::program {

/// What some models have besides the data.
export struct model_numbers {
    double nu = 0, threshold = 0;
    double spread = 0;  // noise scale, size or shape: see `spread_of`
};

/// Throws `invalid_argument` for a model of several predictors. A logistic regression is a binomial one of one trial.
export inline any_family family_of(model_kind model, model_numbers const& numbers) {
    double const spread = numbers.spread;
    switch (model) {
        case model_kind::logistic:
        case model_kind::binomial: return any_family(binomial());
        case model_kind::robust: return any_family(student_t({.degrees_of_freedom = numbers.nu, .scale = spread}));
        case model_kind::probit: return any_family(probit());
        case model_kind::cloglog: return any_family(cloglog());
        case model_kind::poisson: return any_family(poisson());
        case model_kind::negative_binomial: return any_family(negative_binomial({.size = spread}));
        case model_kind::gamma: return any_family(gamma_likelihood({.shape = spread}));
        case model_kind::gaussian: return any_family(gaussian({.scale = spread}));
        case model_kind::log_cosh: return any_family(log_cosh({.scale = spread}));
        case model_kind::huber: return any_family(huber({.threshold = numbers.threshold, .scale = spread}));
        case model_kind::softmax:
        case model_kind::ordinal: break;
    }
    throw invalid_argument("a model of several classes is no family of one predictor");
}

}  // namespace firefly::program
