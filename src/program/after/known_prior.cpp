module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import :definition;
import :known_prior;

namespace firefly::program {

namespace {

/// A prior whose scale is a number.
std::optional<known_prior> checked(known_prior const& prior) {
    if (!(prior.scale > 0) || !(prior.scale < 1e100) || !(prior.degrees_of_freedom > 0)) return {};
    return prior;
}

/// "student_t(4, 0, 2.5)".
std::optional<known_prior> parse(std::string const& words) {
    using enum known_prior::shape;
    auto const opening = words.find('(');
    if (opening == std::string::npos || !words.ends_with(')')) return {};
    std::vector<double> numbers;
    std::string_view rest = std::string_view(words).substr(opening + 1);
    while (!rest.empty()) {
        auto const end = rest.find_first_of(",)");
        auto const number = parse_number(rest.substr(0, end));
        if (!number) return {};
        numbers.push_back(*number);
        rest.remove_prefix(std::min(rest.find_first_not_of(",) ", end), rest.size()));
    }
    std::string_view const name = std::string_view(words).substr(0, opening);
    if (name == "gaussian" && numbers.size() == 2) return checked({gaussian, numbers[1]});
    if (name == "laplace" && numbers.size() == 2) return checked({laplace, numbers[1]});
    if (name == "student_t" && numbers.size() == 3) return checked({student_t, numbers[2], numbers[0]});
    return {};
}

/// Of the noise, or of some coefficients.
std::optional<known_prior> prior_of_scale(fact_list const& facts, std::string const& name) {
    using enum known_prior::shape;
    if (auto const scale = find_number(facts, "noise_prior_scale"); scale && name == "sigma") return checked({half_cauchy, *scale});
    for (std::size_t i = 1;; ++i) {
        std::string const key = fmt::format("learned_scale_{}", i);
        auto const own = find_fact(facts, key), words = find_fact(facts, key + "_prior");
        if (!own || !words) return {};
        constexpr std::string_view before = "half-Cauchy of scale ";
        if (*own != name || !words->starts_with(before)) continue;
        auto const scale = parse_number(words->substr(before.size()));  // none where a unit follows
        return scale ? checked({half_cauchy, *scale}) : std::nullopt;
    }
}

}  // namespace

double known_prior::density(double x) const {
    double const z = x / scale, nu = degrees_of_freedom;
    switch (kind) {
        case shape::gaussian: return portable::exp(-z * z / 2) / (scale * std::sqrt(2 * std::numbers::pi));
        case shape::laplace: return portable::exp(-std::abs(z)) / (2 * scale);
        case shape::student_t:
            return portable::exp(portable::lgamma((nu + 1) / 2) - portable::lgamma(nu / 2) -
                                 (nu + 1) / 2 * portable::log1p(z * z / nu)) /
                   (scale * std::sqrt(nu * std::numbers::pi));
        case shape::half_cauchy: break;
    }
    return x < 0 ? 0 : 2 / (std::numbers::pi * scale * (1 + z * z));
}

std::vector<std::optional<known_prior>> known_priors(stored_draws const& draws) {
    std::vector<std::optional<known_prior>> result;
    for (auto const& variable : draws.parameters) {
        bool const coefficients =
            &variable == &draws.parameters.front() && !variable.dimensions.empty() && variable.dimensions.back() == "feature";
        auto const columns =
            coefficients ? column_definitions(draws.facts, variable.labels.back().size()) : std::vector<column_definition>();
        for (std::size_t i = 0; i < variable.size(); ++i)
            result.push_back(!columns.empty()              ? parse(columns[i % columns.size()].prior)
                             : variable.dimensions.empty() ? prior_of_scale(draws.facts, variable.name)
                                                           : std::nullopt);
    }
    return result;
}

}  // namespace firefly::program
