/// The models of the program: what they are called, what their targets are, and which options only some of them have.
///
/// The one place that knows. Everything else asks here instead of comparing kinds.
module;
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

export module firefly.program.input:model_kind;

namespace firefly::program {

export enum class model_kind {
    logistic,
    softmax,
    ordinal,
    robust,
    probit,
    binomial,
    cloglog,
    poisson,
    negative_binomial,
    gamma,
    gaussian,
    log_cosh,
    huber
};

/// By `model_kind`: on the command line, in outputs and in messages.
constexpr std::array<std::string_view, 13> model_words{"logistic", "softmax", "ordinal",           "robust", "probit",   "binomial",
                                                       "cloglog",  "poisson", "negative-binomial", "gamma",  "gaussian", "log-cosh",
                                                       "huber"};

export inline std::string name_of(model_kind model) {
    return std::string(model_words[static_cast<std::size_t>(model)]);
}

/// All of them, in their order.
export constexpr std::array<model_kind, model_words.size()> model_kinds = [] {
    std::array<model_kind, model_words.size()> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = static_cast<model_kind>(i);
    return kinds;
}();

/// Nothing where no model has that name.
export inline std::optional<model_kind> model_by_name(std::string_view name) {
    for (model_kind const model : model_kinds)
        if (name_of(model) == name) return model;
    return {};
}

/// The target is one of two classes, and coefficients are about the second.
export constexpr bool is_of_two_classes(model_kind model) {
    return model == model_kind::logistic || model == model_kind::probit || model == model_kind::cloglog;
}
/// Each class has coefficients of its own.
export constexpr bool has_weights_by_class(model_kind model) {
    return model == model_kind::softmax;
}
/// Classes are in order, with a cutpoint between each two that follow each other. There is no intercept.
export constexpr bool has_cutpoints(model_kind model) {
    return model == model_kind::ordinal;
}
/// What is predicted is the probability of each class.
export constexpr bool predicts_each_class(model_kind model) {
    return has_weights_by_class(model) || has_cutpoints(model);
}
/// The target is a class, of two or more. That of all others is a number.
export constexpr bool is_of_classes(model_kind model) {
    return is_of_two_classes(model) || predicts_each_class(model);
}
/// The target is 0, 1, 2, …
export constexpr bool is_of_counts(model_kind model) {
    return model == model_kind::poisson || model == model_kind::negative_binomial;
}
/// The target is how many of some trials succeed.
export constexpr bool has_trials(model_kind model) {
    return model == model_kind::binomial;
}
/// The predictor is the log of the target's mean.
export constexpr bool has_log_mean(model_kind model) {
    return is_of_counts(model) || model == model_kind::gamma;
}
/// The predictor is the centre of the target's distribution, and the noise about it has a scale.
export constexpr bool has_noise_scale(model_kind model) {
    return !is_of_classes(model) && !has_log_mean(model) && !has_trials(model);
}
export constexpr bool has_size(model_kind model) {
    return model == model_kind::negative_binomial;
}
export constexpr bool has_shape(model_kind model) {
    return model == model_kind::gamma;
}
export constexpr bool has_degrees_of_freedom(model_kind model) {
    return model == model_kind::robust;
}
export constexpr bool has_threshold(model_kind model) {
    return model == model_kind::huber;
}

/// A datum has one predictor, to which an offset can be added. A softmax has one for each class, and does not change when the same is added to
/// all.
export constexpr bool has_offset(model_kind model) {
    return !has_weights_by_class(model);
}

/// The number that says how far targets spread, as outputs call it; empty for a model that has none. It is given or found, and then held fixed,
/// but for the scale of the noise: that is given, or sampled as `sigma`.
export constexpr std::string_view spread_of(model_kind model) {
    return has_noise_scale(model) ? "noise_scale" : has_size(model) ? "size" : has_shape(model) ? "shape" : "";
}

/// An option that only some models have, and why the others do not where that needs saying.
export struct model_option {
    std::string_view name;
    bool (*has)(model_kind);
    std::string_view why = {};
};
inline constexpr std::string_view several_predictors =
    "its K classes have K predictors, and one number per row cannot say which of them it belongs to";
export constexpr std::array<model_option, 9> model_options{{{"--nu", has_degrees_of_freedom},
                                                            {"--noise-scale", has_noise_scale},
                                                            {"--noise-prior-scale", has_noise_scale},
                                                            {"--size", has_size},
                                                            {"--shape", has_shape},
                                                            {"--threshold", has_threshold},
                                                            {"--trials", has_trials},
                                                            {"--offset", has_offset, several_predictors},
                                                            {"--exposure", has_offset, several_predictors}}};

}  // namespace firefly::program
