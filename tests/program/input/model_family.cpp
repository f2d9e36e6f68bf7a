#include <doctest/doctest.h>

#include <array>
#include <variant>

import firefly;
import firefly.program.input;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("every model of one predictor has a family, with its numbers") {
    model_numbers const numbers{.nu = 3, .threshold = 1.5, .spread = 0.7};
    for (model_kind const model : model_kinds)
        if (!predicts_each_class(model)) CHECK_NOTHROW(family_of(model, numbers));
    auto const held = [&]<class L>(model_kind model, L const*) { return std::get<L>(family_of(model, numbers).family()); };
    CHECK(held(model_kind::negative_binomial, static_cast<negative_binomial const*>(nullptr)).size() == 0.7);
    CHECK(held(model_kind::gamma, static_cast<gamma_likelihood const*>(nullptr)).shape() == 0.7);
    CHECK(held(model_kind::robust, static_cast<student_t const*>(nullptr)).degrees_of_freedom() == 3);
    CHECK(held(model_kind::robust, static_cast<student_t const*>(nullptr)).scale() == 0.7);
    CHECK(held(model_kind::huber, static_cast<huber const*>(nullptr)).threshold() == 1.5);
    CHECK(std::holds_alternative<binomial>(family_of(model_kind::logistic, numbers).family()));
    CHECK(std::holds_alternative<probit>(family_of(model_kind::probit, numbers).family()));
    CHECK(std::holds_alternative<poisson>(family_of(model_kind::poisson, numbers).family()));
}

TEST_CASE("a model of several classes has none") {
    for (model_kind const model : {model_kind::softmax, model_kind::ordinal})
        CHECK_THROWS_AS(family_of(model, {}), invalid_argument);
}
