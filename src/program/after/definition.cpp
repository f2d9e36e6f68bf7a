module;
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;
import :definition;
import :listed_facts;

namespace firefly::program {

namespace {

/// Facts, and whether some are there.
struct told {
    fact_list const& facts;
    thousands how;

    bool operator()(std::string_view key) const { return find_fact(facts, key).has_value(); }
    std::string text(std::string_view key) const { return find_fact(facts, key).value_or("?"); }
    double number(std::string_view key) const { return find_number(facts, key).value_or(0); }
    std::string count(std::string_view key) const { return how == thousands::grouped ? typeset(text(key)) : text(key); }
};

/// The same text with numbers of six digits, as people want them; files have all digits.
std::string with_short_numbers(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        bool const inside_word = !result.empty() && std::isalnum(static_cast<unsigned char>(result.back()));
        std::size_t const length = inside_word ? 0 : std::min(text.find_first_not_of("0123456789.e+-"), text.size());
        auto const number = length > 0 ? parse_number(text.substr(0, length)) : std::nullopt;
        std::size_t const taken = number ? length : 1;
        result += number ? fmt::format("{:.6g}", *number) : std::string(text.substr(0, 1));
        text.remove_prefix(taken);
    }
    return result;
}

/// The number that is held fixed, and whether it is the likeliest; or which parameter it is.
std::string spread_in_words(model_kind kind, told const& is) {
    std::string const key(spread_of(kind)), likeliest = "likeliest_" + key;
    if (is("noise_prior_scale")) return "sigma, which is sampled";
    return fmt::format("{:.6g}{}", is.number(key),
                       is(likeliest) && is.number(key) == is.number(likeliest) ? ", the likeliest" : "");
}

/// In their order.
std::string categories_in_words(told const& is) {
    return "categories from low to high: " + list_in_quotes(labels_of(is.facts));
}

/// What the predictor is of the target; empty where the name of the model says it, or the facts do not.
std::string formula_in_words(model_kind kind, told const& is) {
    if (is_of_two_classes(kind) && !is("modelled_class")) return "";
    if (auto const spread = spread_of(kind); !spread.empty() && !is(spread) && !is("noise_prior_scale") && !is("size_prior"))
        return "";
    auto const classes = [&] {
        return fmt::format("{} against {}", in_quotes(is.text("modelled_class")), in_quotes(is.text("label_1")));
    };
    auto const spread = [&] { return spread_in_words(kind, is); };
    switch (kind) {
        case model_kind::logistic: return "the log odds of " + classes();
        case model_kind::softmax: return "";
        case model_kind::ordinal:
            return fmt::format("the log odds of being no higher than a category are its cutpoint less the predictor; {}",
                               categories_in_words(is));
        case model_kind::robust:
            return fmt::format("Student-t noise with {} degrees of freedom and scale {}",
                               is("nu_prior") ? "nu, which are sampled," : is.text("nu"), spread());
        case model_kind::probit: return fmt::format("the normal quantile of the probability of {}", classes());
        case model_kind::binomial:
            return fmt::format("the log odds of success in each of the trials {}", in_quotes(is.text("trials")));
        case model_kind::cloglog: return fmt::format("the log of −log(1 − p), p being the probability of {}", classes());
        case model_kind::poisson: return "the log of the mean count";
        case model_kind::negative_binomial:
            if (is("size_prior")) return "the log of the mean count; the variance is mean + mean²/size, and size is sampled";
            return fmt::format("the log of the mean count; the variance is mean + mean²/size with size {}", spread());
        case model_kind::gamma:
            return fmt::format("the log of the mean; the standard deviation is mean/√shape with shape {}", spread());
        case model_kind::gaussian: return "normal noise with standard deviation " + spread();
        case model_kind::log_cosh: return "hyperbolic secant noise with scale " + spread();
        case model_kind::huber: break;
    }
    return fmt::format("Huber's noise, normal up to {} scales and exponential beyond, with scale {}", is.text("threshold"),
                       spread());
}

std::string model_in_words(told const& is) {
    std::string const model = is.text("model");
    std::string result = is("target") ? fmt::format("{} regression of {}", model, is.text("target")) : model + " regression";
    auto const kind = model_by_name(model);
    if (!kind) return result;
    if (std::string const formula = formula_in_words(*kind, is); !formula.empty()) result += ": " + formula;
    if (is("offset")) result += fmt::format("; offset {}", in_quotes(is.text("offset")));
    if (is("exposure")) result += fmt::format("; offset log {}", in_quotes(is.text("exposure")));
    if (is("weights")) result += fmt::format("; each row counts as often as {} says", in_quotes(is.text("weights")));
    return result;
}

std::string data_in_words(told const& is) {
    std::string result = fmt::format("{}, {} rows", is.text("data"), is.count("rows"));
    if (is.number("rows_dropped") > 0)
        result += fmt::format("; {} more were dropped: {}", is.count("rows_dropped"), is.text("rows_dropped_because"));
    return result;
}

std::string columns_in_words(told const& is) {
    bool const centred = is("centred"), standardized = is("standardized");
    if (!centred && !standardized) return "as they are in the data";
    return fmt::format("{}; draws are on the scale of the data", !standardized ? "centred"
                                                                 : centred     ? "centred and divided by their standard deviations"
                                                                               : "divided by their standard deviations");
}

std::string prior_in_words(told const& is) {
    std::string result = fmt::format("{} of scale {:.6g} for each coefficient{}", is.text("prior"), is.number("prior_scale"),
                                     is("standardized") ? " of the divided columns" : "");
    if (is("priors")) result += " that has no other";
    for (std::size_t i = 1; is(fmt::format("prior_rule_{}", i)); ++i) result += "; " + is.text(fmt::format("prior_rule_{}", i));
    if (is("intercept_scale")) result += fmt::format(", {:.6g} for the intercept", is.number("intercept_scale"));
    for (std::size_t g = 1; is(fmt::format("learned_scale_{}", g)); ++g) {
        std::string const key = fmt::format("learned_scale_{}", g), name = is.text(key);
        std::string const own = is(key + "_each") ? fmt::format("s {} for {} coefficients, each half-Cauchy of scale {}",
                                                                is.text(key + "_each"), is.text(key + "_coefficients"), name)
                                                  : fmt::format(" {} for {} coefficients", name, is.text(key + "_coefficients"));
        result += fmt::format("; normal of scale{}, itself {}", own, with_short_numbers(is.text(key + "_prior")));
    }
    auto const kind = model_by_name(is.text("model"));
    if (kind && has_cutpoints(*kind)) return result + "; flat for the cutpoints";
    if (is("noise_prior_scale")) result += fmt::format("; half-Cauchy of scale {:.6g} for sigma", is.number("noise_prior_scale"));
    for (std::string const name : {"nu", "size"})
        if (is(name + "_prior")) result += fmt::format("; {} for {}", is.text(name + "_prior"), name);
    return result + (is("centred") ? "; the intercept is that at the columns' centres" : "");
}

/// The numbers of a fact that has one for each column; empty where it has not.
std::vector<std::string> by_column(fact_list const& facts, std::string_view key, std::size_t columns, int digits) {
    std::vector<std::string> result;
    for (double const number : numbers_of(facts, key)) result.push_back(fmt::format("{:.{}g}", number, digits));
    return result.size() == columns ? result : std::vector<std::string>();
}

/// Column by column; empty where the facts do not say.
std::vector<std::string> priors_of(fact_list const& facts, std::size_t columns) {
    std::vector<std::string> result;
    if (auto const listed = find_fact(facts, "priors")) {
        std::string_view rest = *listed;
        for (std::size_t end = 0; end != std::string_view::npos; rest.remove_prefix(end + 2)) {
            end = rest.find("; ");
            result.push_back(with_short_numbers(rest.substr(0, end)));
            if (end == std::string_view::npos) break;
        }
        return result.size() == columns ? result : std::vector<std::string>();
    }
    for (auto const& scale : by_column(facts, "prior_scales", columns, 6))
        result.push_back(fmt::format("{}(0, {})", find_fact(facts, "prior").value_or("?"), scale));
    return result;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> definition_of(fact_list const& facts, thousands how) {
    told const is{facts, how};
    std::vector<std::pair<std::string, std::string>> result;
    if (!is("model") || !is("kernel")) return result;  // not firefly's
    result.emplace_back("Model", model_in_words(is));
    if (is("formula")) result.emplace_back("Formula", is.text("formula"));
    if (is("data") && is("rows")) result.emplace_back("Data", data_in_words(is));
    if (is("version") || is("standardized"))
        result.emplace_back("Columns", columns_in_words(is));  // older ones said nothing of centres
    if (is("prior") && is("prior_scale")) result.emplace_back("Prior", prior_in_words(is));
    if (is("version")) result.emplace_back("Made by", "firefly " + is.text("version"));
    if (is("command")) result.emplace_back("Command", is.text("command"));
    return result;
}

std::vector<column_definition> column_definitions(fact_list const& facts, std::size_t columns) {
    auto const centres = by_column(facts, "centres", columns, 12), deviations = by_column(facts, "deviations", columns, 12);
    std::vector<column_definition> result;
    auto const priors = priors_of(facts, columns);
    for (std::size_t j = 0; j < priors.size(); ++j)
        result.push_back({priors[j], centres.empty() ? "" : centres[j], deviations.empty() ? "" : deviations[j]});
    return result;
}

}  // namespace firefly::program
