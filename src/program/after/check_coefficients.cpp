/// Checks whether the model suits the data: the scale of the noise, separated classes, collinear columns.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;
import :examination;

namespace firefly::program {

namespace {

/// The diagonal of the inverse correlation matrix: the variance of each column relative to its variance given the others. `values` holds
/// row after row. Empty if a column does not vary or the matrix cannot be inverted.
std::vector<double> variance_inflation(std::vector<double> values, std::size_t columns) {
    std::size_t const rows = values.size() / columns;
    std::vector<double> centre(columns, 0), spread(columns, 0);
    for (std::size_t i = 0; i < values.size(); ++i) centre[i % columns] += values[i] / static_cast<double>(rows);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] -= centre[i % columns];
        spread[i % columns] += values[i] * values[i];
    }
    if (std::ranges::any_of(spread, [](double s) { return !(s > 0) || !std::isfinite(s); })) return {};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] /= std::sqrt(spread[i % columns]);
    matrix correlation = zeros(columns, columns);
    for (std::size_t s = 0; s < rows; ++s)
        for (std::size_t i = 0; i < columns; ++i)
            for (std::size_t j = 0; j <= i; ++j) correlation(i, j) += values[s * columns + i] * values[s * columns + j];
    for (std::size_t i = 0; i < columns; ++i) {
        correlation(i, i) += 1e-12;  // so that exactly dependent columns are found too
        for (std::size_t j = 0; j < i; ++j) correlation(j, i) = correlation(i, j);
    }
    std::vector<double> result;
    try {
        matrix const inverse = cholesky(correlation).inverse();
        for (std::size_t i = 0; i < columns; ++i) result.push_back(inverse(i, i));
    } catch (numerical_error const&) { return {}; }
    return result;
}

}  // namespace

void examination::check_noise() {
    auto const scale = find_number(draws.facts, "noise_scale"), likeliest = find_number(draws.facts, "likeliest_noise_scale"),
               nu = find_number(draws.facts, "nu"), rows = find_number(draws.facts, "rows");
    if (!scale || !likeliest || !rows) return;
    // Fisher information of log s per row: of Student-t noise 2ν/(ν + 3), of noise with lighter tails 1 (exponential) to 2 (normal). Each
    // coefficient takes a row's worth.
    double const information = nu ? 2 * *nu / (*nu + 3) : 1;
    double const free = std::max(1.0, *rows - static_cast<double>(lines.size()));
    double const error = 1 / std::sqrt(information * free);
    double const far = std::max(portable::log(1.5), 3 * error);
    double const distance = portable::log(*scale / *likeliest);
    if (std::abs(distance) <= far) return;
    warn(fmt::format("The scale of the noise is fixed at {:.3g}, and that of the residuals is {:.3g}: the posterior is too {}.",
                     *scale, *likeliest, distance > 0 ? "wide" : "narrow"),
         "Leave --noise-scale out: it is sampled then.");
}

void examination::check_separation() {
    auto const model = model_by_name(find_fact(draws.facts, "model").value_or(""));
    if (!model) return;
    auto const columns = find_fact(draws.facts, "separating_columns");
    if (is_of_counts(*model) && columns) {
        bool const everywhere = columns->starts_with("(intercept)");
        warn(
            fmt::format("All counts are zero{}: the likelihood has no maximum, since a smaller mean is always likelier.",
                        everywhere ? "" : fmt::format(" in the rows that a single column sets apart ({})", *columns)),
            everywhere
                ? "The prior alone decides what is said: choose --prior-scale and --intercept-scale with care, or gather more data."
                : "The prior alone keeps the coefficient finite: choose --prior-scale with care, join the category with another, or "
                  "leave out the column or these rows.");
    }
    if (!is_of_classes(*model) && !has_trials(*model)) return;
    std::string const remedy = fmt::format(
        "The prior alone keeps coefficients finite: choose --prior-scale with care, or leave out the columns that give the {} away.",
        has_trials(*model) ? "outcome" : "class");
    if (find_fact(draws.facts, "separated"))
        warn(
            has_trials(*model)
                ? "Successes and failures are separated: every row has only the one or the other, and at the maximum the one it has "
                  "is the more probable."
                : "The classes are separated: at the maximum every row has its own class as the more probable one.",
            remedy);
    else if (columns)
        warn(
            has_trials(*model)
                ? fmt::format(
                      "Successes and failures are separated by a single column ({}): the ones lie on one side of a value, and the others "
                      "on the other side.",
                      *columns)
                : fmt::format(
                      "The classes are separated by a single column ({}): one class lies on one side of a value, and all others on "
                      "the other side.",
                      *columns),
            remedy);
}

void examination::check_collinear() {
    for (auto const& variable : draws.parameters) {
        if (variable.dimensions.empty() || variable.dimensions.back() != "feature") continue;
        std::size_t const features = variable.labels.back().size(), classes = variable.size() / features;
        // Only with enough draws to estimate the correlations, and few enough columns to invert them.
        if (features < 2 || features > 300 || draws.chains() * draws.length() < 5 * features) continue;
        for (std::size_t k = 0; k < classes; ++k)
            if (report_inflation(variable, k, classes, features)) return;
    }
}

bool examination::report_inflation(stored_variable const& variable, std::size_t k, std::size_t classes, std::size_t all) {
    // Without the intercept: it is correlated with every column whose mean is far from zero, and neither should be left out.
    std::vector<std::size_t> columns;
    for (std::size_t d = 0; d < all; ++d)
        if (variable.labels.back()[d] != "(intercept)") columns.push_back(d);
    std::size_t const features = columns.size();
    if (features < 2) return false;
    std::vector<double> values;
    std::size_t const size = variable.size();
    constexpr double most_work = 2e8;  // multiplications; with very many draws a part is enough
    double const work = static_cast<double>(draws.chains() * draws.length() * features * features);
    std::size_t const step = size * (1 + static_cast<std::size_t>(work / most_work));
    for (auto const& chain : variable.chains) {
        for (std::size_t s = 0; s < chain.size(); s += step) {
            for (std::size_t const d : columns) {
                double shared = 0;
                for (std::size_t j = 0; j < classes && classes > 1; ++j) shared += chain[s + j * all + d];
                values.push_back(chain[s + k * all + d] - shared / static_cast<double>(classes));
            }
        }
    }
    auto const inflation = variance_inflation(std::move(values), features);
    constexpr double most = 100;  // that is, a standard error ten times as large
    std::vector<std::pair<double, std::string>> inflated;
    for (std::size_t i = 0; i < inflation.size(); ++i)
        if (inflation[i] > most) inflated.emplace_back(-inflation[i], variable.labels.back()[columns[i]]);
    if (inflated.empty()) return false;
    std::ranges::sort(inflated);
    std::vector<std::string> names;
    for (auto const& [negative, name] : inflated) names.push_back(name);
    std::string const list = enumeration(names, most_names);
    double const times = std::sqrt(-inflated.front().first);
    // The prior of an intercept at zero ties together all columns that lie far from zero, whatever they say.
    bool const at_zero = features < all && !find_fact(draws.facts, "centred");
    if (at_zero)
        note(fmt::format(
                 "The coefficients of {} are {:.0f} times as uncertain as each would be alone: the columns say nearly the same, or "
                 "lie far from zero.",
                 list, times),
             "Sample again with columns centred, which is the default, to tell these apart.");
    else
        note(fmt::format(
                 "The columns {} say nearly the same: their coefficients are {:.0f} times as uncertain as each would be alone.",
                 list, times),
             "Predictions are sound. To read single coefficients, leave one of the columns out.");
    return true;
}

}  // namespace firefly::program
