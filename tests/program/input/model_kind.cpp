#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

import firefly.program.input;

using namespace firefly::program;

TEST_CASE("every model has a name of its own, by which it is found") {
    CHECK(name_of(model_kind::logistic) == "logistic");
    CHECK(name_of(model_kind::negative_binomial) == "negative-binomial");
    CHECK(name_of(model_kind::log_cosh) == "log-cosh");
    for (model_kind const model : model_kinds) CHECK(model_by_name(name_of(model)) == model);
    CHECK(model_by_name("normal") == std::nullopt);
    CHECK(model_by_name("") == std::nullopt);
}

TEST_CASE("a target is of classes, of successes, of counts, positive, or has noise about it") {
    for (model_kind const model : model_kinds) {
        CAPTURE(name_of(model));
        CHECK(int{is_of_classes(model)} + int{has_log_mean(model)} + int{has_noise_scale(model)} + int{has_trials(model)} == 1);
        CHECK((is_of_two_classes(model) || predicts_each_class(model)) == is_of_classes(model));
        CHECK((has_weights_by_class(model) || has_cutpoints(model)) == predicts_each_class(model));
        if (is_of_counts(model)) CHECK(has_log_mean(model));
    }
    for (model_kind const model : {model_kind::logistic, model_kind::probit, model_kind::cloglog}) CHECK(is_of_two_classes(model));
    CHECK(has_weights_by_class(model_kind::softmax));
    CHECK(has_cutpoints(model_kind::ordinal));
    for (model_kind const model : {model_kind::poisson, model_kind::negative_binomial}) CHECK(is_of_counts(model));
    for (model_kind const model : {model_kind::robust, model_kind::gaussian, model_kind::log_cosh, model_kind::huber})
        CHECK(has_noise_scale(model));
    CHECK(has_log_mean(model_kind::gamma));
    CHECK_FALSE(is_of_counts(model_kind::gamma));
}

TEST_CASE("what is held fixed is called by its option") {
    CHECK(spread_of(model_kind::logistic).empty());
    CHECK(spread_of(model_kind::poisson).empty());
    CHECK(spread_of(model_kind::negative_binomial) == "size");
    CHECK(spread_of(model_kind::gamma) == "shape");
    CHECK(spread_of(model_kind::huber) == "noise_scale");
}

TEST_CASE("every option of some models is had by one at least, and not by all") {
    for (auto const& [name, has, why] : model_options) {
        CAPTURE(name);
        int count = 0;
        for (model_kind const model : model_kinds) count += has(model);
        CHECK(count > 0);
        CHECK(count < int{model_kinds.size()});
    }
    for (model_kind const model : model_kinds) CHECK(has_offset(model) == (model != model_kind::softmax));
}
