module;
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;

namespace firefly::program {

namespace {

bool has_classes(stored_variable const& variable) {
    return variable.dimensions == std::vector<std::string>{"class", "feature"};
}

}  // namespace

class_contrasts::class_contrasts(stored_variable const& weights, std::size_t reference)
    : weights_(&weights), reference_(reference) {}

std::size_t class_contrasts::class_of(std::size_t contrast) const {
    std::size_t const k = contrast / features();
    return k < reference_ ? k : k + 1;
}

std::string class_contrasts::name(std::size_t contrast) const {
    return fmt::format("{} vs {}:{}", classes()[class_of(contrast)], reference(), weights_->labels.back()[contrast % features()]);
}

std::vector<std::vector<double>> class_contrasts::draws(std::size_t contrast) const {
    std::size_t const feature = contrast % features();
    auto result = weights_->element(class_of(contrast) * features() + feature);
    auto const base = weights_->element(reference_ * features() + feature);
    for (std::size_t c = 0; c < result.size(); ++c)
        for (std::size_t i = 0; i < result[c].size(); ++i) result[c][i] -= base[c][i];
    return result;
}

std::optional<class_contrasts> contrasts_of(stored_draws const& draws, std::optional<std::string> const& asked) {
    auto const weights = std::ranges::find_if(draws.parameters, has_classes);
    if (weights != draws.parameters.end()) {
        auto const& classes = weights->labels.front();
        auto const of_run = find_fact(draws.facts, "reference");
        bool const known = of_run && std::ranges::find(classes, *of_run) != classes.end();
        return class_contrasts(*weights, reference_class(classes, asked || !known ? asked : of_run));
    }
    if (asked)
        throw invalid_argument(fmt::format(
            "--reference {}: {}", in_quotes(*asked),
            has_unnamed_classes(draws)
                ? "the files do not say what the classes are called; give files as `firefly sample` wrote them, with all comments"
                : "contrasts are between the classes of a softmax, and the files do not say that these draws are of one; leave it out"));
    return {};
}

bool has_unnamed_classes(stored_draws const& draws) {
    return find_fact(draws.facts, "model") == "softmax" && std::ranges::none_of(draws.parameters, has_classes);
}

}  // namespace firefly::program
