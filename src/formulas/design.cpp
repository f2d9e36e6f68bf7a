module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;

namespace firefly {

std::size_t design_factor::columns() const {
    auto const count = []<class Encoder>(Encoder const& how) -> std::size_t {
        if constexpr (std::same_as<Encoder, std::monostate>)
            return 1;
        else
            return how.columns();
    };
    return std::visit(count, encoder);
}

bool design_factor::spans_intercept() const {
    auto const* const spline = std::get_if<b_spline>(&encoder);
    return std::holds_alternative<treatment_coding>(encoder) || (spline && spline->first_column);
}

void design_factor::encode(double x, double* out) const {
    auto const fill = [&]<class Encoder>(Encoder const& how) {
        if constexpr (std::same_as<Encoder, std::monostate>)
            *out = x;
        else
            how.encode(x, out);
    };
    std::visit(fill, encoder);
}

std::size_t design_factor::left_out() const {
    auto const* const levels = std::get_if<treatment_coding>(&encoder);
    return levels ? levels->reference : 0;
}

std::vector<std::string> design_factor::column_names(bool reduced) const {
    if (encoder.index() == 0) return {name};
    std::vector<std::string> result;
    auto const* const levels = std::get_if<treatment_coding>(&encoder);
    auto const* const spline = std::get_if<b_spline>(&encoder);
    for (std::size_t k = 0; k < columns(); ++k) {
        if (reduced && k == left_out()) continue;
        if (levels)
            result.push_back(fmt::format("{}[{}{}]", name, reduced ? "T." : "", levels->levels[k]));
        else
            result.push_back(fmt::format("{}[{}]", name, k + !(spline && spline->first_column)));
    }
    return result;
}

std::string design::learn(task const& what, std::span<double const> column) {
    if (!what.factor)
        return standardizations_[what.standardization].learn(column) ? ""
                                                                     : "all numbers are equal here; there is no standard deviation";
    auto const learn_from = [&]<class Encoder>(Encoder& how) -> std::string {
        if constexpr (std::same_as<Encoder, std::monostate>)
            return "";
        else if constexpr (std::same_as<Encoder, treatment_coding>)
            return how.learn_numbers(column);
        else if constexpr (std::same_as<Encoder, polynomial>)
            return how.learn(column) ? "" : "there are too few different numbers for this degree";
        else
            return how.learn(column);
    };
    return std::visit(learn_from, factors_[*what.factor].encoder);
}

void design::restore(task const& what, std::span<double const> learned) {
    auto const take = [&]<class Encoder>(Encoder& how) {
        if constexpr (std::same_as<Encoder, std::monostate>)
            return true;
        else
            return how.restore(learned);
    };
    bool const fits =
        what.factor ? std::visit(take, factors_[*what.factor].encoder) : standardizations_[what.standardization].restore(learned);
    if (!fits)
        throw invalid_argument(fmt::format("design: what was learned does not go with the formula {}", in_quotes(formula_.text)));
}

std::vector<double> design::numbers_of(task const& what) const {
    auto const give = []<class Encoder>(Encoder const& how) -> std::vector<double> {
        if constexpr (std::same_as<Encoder, std::monostate>)
            return {};
        else
            return how.numbers();
    };
    return what.factor ? std::visit(give, factors_[*what.factor].encoder) : standardizations_[what.standardization].numbers();
}

void design::finish() {
    std::vector<bool> spans;
    std::size_t columns = 0;
    std::set<std::size_t> used;
    for (auto const& term : formula_.terms) used.insert(term.begin(), term.end());
    for (std::size_t f = 0; f < factors_.size(); ++f) {
        auto& factor = factors_[f];
        if (factor.by_codes) {
            std::string const wrong =
                std::get<treatment_coding>(factor.encoder).learn_codes(inputs_[factor.value.steps().front().index].levels);
            if (!wrong.empty()) throw formula_error(formula_.text, factor.place, wrong);
        }
        spans.push_back(factor.spans_intercept());
        first_column_.push_back(columns);
        if (used.contains(f)) columns += factor.columns();
    }
    constexpr std::size_t most_features = 1'000'000;
    for (auto const& product : full_rank_coding(formula_.intercept, formula_.terms, spans)) {
        // The first factor changes fastest.
        std::vector<std::pair<std::string, std::vector<std::size_t>>> made{
            {product.empty() ? std::string(intercept_name) : "", {}}};
        for (auto const& [f, reduced] : product) {
            auto const names = factors_[f].column_names(reduced);
            if (made.size() * names.size() > most_features)
                throw formula_error(formula_.text, factors_[f].place,
                                    fmt::format("this makes more than {} columns", most_features));
            std::vector<std::pair<std::string, std::vector<std::size_t>>> longer;
            for (std::size_t k = 0; k < names.size(); ++k)
                for (auto const& [name, places] : made) {
                    longer.emplace_back(name + (name.empty() ? "" : ":") + names[k], places);
                    longer.back().second.push_back(first_column_[f] + k + (reduced && k >= factors_[f].left_out()));
                }
            made = std::move(longer);
        }
        for (auto const& [name, places] : made) {
            names_.push_back(name);
            product_.insert(product_.end(), places.begin(), places.end());
            product_end_.push_back(product_.size());
        }
    }
    first_column_.push_back(columns);
    auto sorted = names_;
    std::ranges::sort(sorted);
    if (auto const twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        throw formula_error(formula_.text, 0, fmt::format("two features are called {}; rename a column", in_quotes(*twice)));
    if (names_.empty() && groups_.empty()) throw formula_error(formula_.text, formula_.text.size(), "no feature is left");
    for (auto& group : groups_) {
        group.levels = {""};
        for (std::size_t const f : group.categories) {
            auto const& own = std::get<treatment_coding>(factors_[f].encoder).levels;
            if (group.levels.size() * own.size() > most_features)
                throw formula_error(formula_.text, factors_[f].place, fmt::format("these are more than {} levels", most_features));
            std::vector<std::string> longer;
            for (auto const& before : group.levels)
                for (auto const& level : own) longer.push_back(before + (before.empty() ? "" : ":") + level);
            group.levels = std::move(longer);
        }
    }
}

std::string design_group::parameter(std::size_t level) const {
    return fmt::format("{}[{}]", name, levels[level]);
}

std::vector<std::string> design::parameters() const {
    std::vector<std::string> result = names_;
    for (auto const& group : groups_)
        for (std::size_t k = 0; k < group.levels.size(); ++k) result.push_back(group.parameter(k));
    return result;
}

void design::leave_out_intercept() {
    if (!formula_.intercept || names_.front() != intercept_name) return;
    names_.erase(names_.begin());
    product_end_.erase(product_end_.begin());
    if (names_.empty() && groups_.empty())
        throw formula_error(formula_.text, formula_.text.size(), "no feature is left besides the intercept");
}

std::optional<std::size_t> design::reference_code(std::size_t input) const {
    for (auto const& factor : factors_) {
        if (!factor.by_codes || factor.value.steps().front().index != input) continue;
        auto const& levels = std::get<treatment_coding>(factor.encoder);
        for (std::size_t code = 0; code < levels.place_of.size(); ++code)
            if (levels.place_of[code] == levels.reference) return code;
    }
    return {};
}

std::vector<std::string> design::warnings() const {
    std::vector<std::string> result;
    for (auto const& factor : factors_)
        if (auto const* const levels = std::get_if<treatment_coding>(&factor.encoder); levels && levels->levels.size() == 1)
            result.push_back(
                fmt::format("{} has one level only, {}: it explains nothing", factor.name, in_quotes(levels->levels[0])));
    return result;
}

bool design::expand(double const* raw, double* features, scratch& work) const {
    work.resize(first_column_.back());
    for (std::size_t f = 0; f < factors_.size(); ++f)
        if (first_column_[f + 1] > first_column_[f])
            factors_[f].encode(factors_[f].value(raw, standardizations_), work.data() + first_column_[f]);
    bool finite = true;
    std::size_t at = 0;
    for (std::size_t j = 0; j < product_end_.size(); ++j) {
        double value = 1;
        for (; at < product_end_[j]; ++at) value *= work[product_[at]];
        features[j] = value;
        finite = finite && std::isfinite(value);
    }
    return finite;
}

bool design::find_levels(double const* raw, std::uint32_t* codes, double* values) const {
    bool finite = true;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        std::size_t place = 0;
        codes[g] = 0;
        for (std::size_t const f : groups_[g].categories) {
            auto const& coding = std::get<treatment_coding>(factors_[f].encoder);
            auto const level = coding.find(factors_[f].value(raw, standardizations_));
            if (!level) codes[g] = no_level;
            place = place * coding.levels.size() + level.value_or(0);
        }
        if (codes[g] != no_level) codes[g] = static_cast<std::uint32_t>(place);
        values[g] = 1;
        for (std::size_t const f : groups_[g].slope) values[g] *= factors_[f].value(raw, standardizations_);
        finite = finite && std::isfinite(values[g]);
    }
    return finite;
}

double design::offset(double const* raw) const {
    double sum = 0;
    for (auto const& offset : offsets_) sum += offset(raw, standardizations_);
    return sum;
}

double design::target(double const* columns) const {
    return target_(columns, standardizations_);
}

namespace {

/// What went wrong in a step.
std::string in_words(expression::failure const& failed, std::size_t number) {
    using enum expression::operation;
    bool const is_log = failed.at.what == log || failed.at.what == log2 || failed.at.what == log10;
    if (is_log) return fmt::format("row {}: there is no logarithm of {}", number, failed.operand);
    if (failed.at.what == log1p) return fmt::format("row {}: there is no logarithm of 1 + {}", number, failed.operand);
    if (failed.at.what == sqrt) return fmt::format("row {}: there is no square root of {}", number, failed.operand);
    if (failed.at.what == divide && failed.operand == 0) return fmt::format("row {}: this divides by zero", number);
    if (failed.at.what == column) return fmt::format("row {}: the cell is missing or not finite", number);
    return fmt::format("row {}: this is not a finite number", number);
}

}  // namespace

void design::explain(double const* raw, std::size_t number) const {
    expression::failure failed{};
    auto const look = [&](expression const& value) {
        if (value.find_failure(raw, standardizations_, failed))
            throw formula_error(formula_.text, failed.at.place, in_words(failed, number));
    };
    for (auto const& task : tasks_) look(task.value);
    for (auto const& offset : offsets_) look(offset);
    std::vector<double> columns;
    auto const is_of_group = [&](std::size_t f) {
        return std::ranges::any_of(groups_, [f](auto const& group) { return std::ranges::count(group.categories, f) > 0; });
    };
    for (std::size_t f = 0; f < factors_.size(); ++f) {
        auto const& factor = factors_[f];
        if (factor.value.steps().empty()) continue;
        look(factor.value);
        columns.resize(std::max<std::size_t>(1, factor.columns()));
        double const value = factor.value(raw, standardizations_);
        factor.encode(value, columns.data());
        if (std::ranges::all_of(columns, [](double x) { return std::isfinite(x); })) continue;
        bool const is_level = std::holds_alternative<treatment_coding>(factor.encoder);
        if (is_level && is_of_group(f)) continue;  // which may have levels that were not fitted
        throw formula_error(
            formula_.text, factor.place,
            is_level ? fmt::format("row {}: {} is none of the levels that were fitted", number, value)
                     : fmt::format("row {}: {} lies beyond the numbers that were fitted; to allow that, fit with lower_bound and "
                                   "upper_bound, or extrapolation='clip'",
                                   number, value));
    }
    throw formula_error(formula_.text, 0, fmt::format("row {}: a product of factors is too large", number));
}

void design::explain_target(double const* columns, std::size_t number) const {
    expression::failure failed{};
    target_.find_failure(columns, standardizations_, failed);
    throw formula_error(formula_.text, failed.at.place, in_words(failed, number));
}

}  // namespace firefly
