module;
#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.files;

namespace firefly {

namespace {

/// Where a label is, or the same number in another spelling.
std::optional<std::size_t> find_label(std::vector<std::string> const& labels, std::string const& wanted) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] == wanted) return i;
    if (auto const number = parse_number(wanted))
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (parse_number(labels[i]) == number) return i;
    return {};
}

std::vector<std::string> labels_of(std::vector<double> const& values) {
    std::vector<std::string> result;
    for (double const value : values) result.push_back(fmt::format("{}", value));
    return result;
}

}  // namespace

/// Levels, their reference, and the place of each label among them.
std::string treatment_coding::choose(std::vector<std::string> const& labels) {
    levels = wanted_levels.empty() ? labels : wanted_levels;
    place_of.clear();
    for (auto const& label : labels) {
        auto const place = find_label(levels, label);
        if (!place) return fmt::format("the column has {}, which is none of the levels that are listed", in_quotes(label));
        place_of.push_back(*place);
    }
    reference = 0;
    if (!wanted_reference) return "";
    auto const found = find_label(levels, *wanted_reference);
    if (!found)
        return fmt::format("the reference {} is no level; there are {}", in_quotes(*wanted_reference), list_in_quotes(levels));
    reference = *found;
    return "";
}

std::string treatment_coding::learn_codes(std::vector<std::string> const& labels) {
    values.clear();
    return choose(labels);
}

std::string treatment_coding::learn_numbers(std::span<double const> column) {
    values.clear();
    std::vector<double> sorted(column.begin(), column.end());
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    if (sorted.size() > most) return fmt::format("there are more than {} different numbers; use them as numbers", most);
    values = std::move(sorted);
    return choose(labels_of(values));
}

bool treatment_coding::restore(std::span<double const> learned) {
    values.assign(learned.begin(), learned.end());
    return !values.empty() && std::ranges::is_sorted(values) && choose(labels_of(values)).empty();
}

std::optional<std::size_t> treatment_coding::find(double x) const {
    std::size_t code = place_of.size();
    if (values.empty()) {
        if (x >= 0 && x < static_cast<double>(place_of.size())) code = static_cast<std::size_t>(x);
    } else if (auto const at = std::ranges::lower_bound(values, x); at != values.end() && *at == x) {
        code = static_cast<std::size_t>(at - values.begin());
    }
    if (code == place_of.size()) return {};
    return place_of[code];
}

void treatment_coding::encode(double x, double* out) const {
    auto const level = find(x);
    std::fill_n(out, columns(), level ? 0 : std::numeric_limits<double>::quiet_NaN());
    if (level) out[*level] = 1;
}

}  // namespace firefly
