module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :definition;

namespace firefly::program {

namespace {

/// Facts, and whether some are there.
struct told {
    fact_list const& facts;

    bool operator()(std::string_view key) const { return find_fact(facts, key).has_value(); }
    std::string text(std::string_view key) const { return find_fact(facts, key).value_or("?"); }
    double number(std::string_view key) const { return find_number(facts, key).value_or(0); }
};

std::string model_in_words(told const& is) {
    std::string const model = is.text("model");
    std::string result = is("target") ? fmt::format("{} regression of {}", model, is.text("target")) : model + " regression";
    if (model == "logistic" && is("modelled_class"))
        result +=
            fmt::format(": the log odds of {} against {}", in_quotes(is.text("modelled_class")), in_quotes(is.text("label_1")));
    if (model == "robust" && is("noise_scale")) {
        bool const likeliest = is("likeliest_noise_scale") && is.number("noise_scale") == is.number("likeliest_noise_scale");
        result += fmt::format(": Student-t noise with {} degrees of freedom and scale {:.6g}{}", is.text("nu"),
                              is.number("noise_scale"), likeliest ? ", the likeliest" : "");
    }
    return result;
}

std::string data_in_words(told const& is) {
    std::string result = fmt::format("{}, {} rows", is.text("data"), is.text("rows"));
    if (is.number("rows_dropped") > 0)
        result += fmt::format("; {} more were dropped: {}", is.text("rows_dropped"), is.text("rows_dropped_because"));
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
    std::string result = fmt::format("{} of scale {} for each coefficient{}", is.text("prior"), is.text("prior_scale"),
                                     is("standardized") ? " of the divided columns" : "");
    if (is("intercept_scale")) result += fmt::format(", {} for the intercept", is.text("intercept_scale"));
    return result + (is("centred") ? "; the intercept is that at the columns' centres" : "");
}

/// The numbers of a fact that has one for each column; empty where it has not.
std::vector<std::string> numbers_of(fact_list const& facts, std::string_view key, std::size_t columns) {
    std::vector<std::string> result;
    std::string const text = find_fact(facts, key).value_or("");
    for (std::size_t start = 0; start < text.size();) {
        auto const end = std::min(text.find(' ', start), text.size());
        auto const number = parse_number(text.substr(start, end - start));
        if (!number) return {};
        result.push_back(fmt::format("{:.12g}", *number));
        start = end + 1;
    }
    return result.size() == columns ? result : std::vector<std::string>();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> definition_of(fact_list const& facts) {
    told const is{facts};
    std::vector<std::pair<std::string, std::string>> result;
    if (!is("model") || !is("kernel")) return result;  // not firefly's
    result.emplace_back("Model", model_in_words(is));
    if (is("data") && is("rows")) result.emplace_back("Data", data_in_words(is));
    if (is("version") || is("standardized"))
        result.emplace_back("Columns", columns_in_words(is));  // older ones said nothing of centres
    if (is("prior") && is("prior_scale")) result.emplace_back("Prior", prior_in_words(is));
    if (is("version")) result.emplace_back("Made by", "firefly " + is.text("version"));
    if (is("command")) result.emplace_back("Command", is.text("command"));
    return result;
}

std::vector<column_definition> column_definitions(fact_list const& facts, std::size_t columns) {
    auto const scales = numbers_of(facts, "prior_scales", columns), centres = numbers_of(facts, "centres", columns),
               deviations = numbers_of(facts, "deviations", columns);
    std::vector<column_definition> result;
    for (std::size_t j = 0; j < scales.size(); ++j)
        result.push_back({fmt::format("{}(0, {})", find_fact(facts, "prior").value_or("?"), scales[j]),
                          centres.empty() ? "" : centres[j], deviations.empty() ? "" : deviations[j]});
    return result;
}

}  // namespace firefly::program
