/// Elements of arrays as columns of Stan CSV: `W.2.1` for the element in row 2 and column 1 of W.
///
/// Files count elements with the first index fastest, as Stan does; `stored_variable` with the last one fastest, as C does.
module;
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

module firefly.draws:stan_csv_columns;

import firefly.external;
import :stored_draws;

namespace firefly {

/// Columns that are one variable, from `first` on.
struct column_group {
    std::string name;
    std::size_t first;
    std::vector<std::size_t> extents = {};  // empty: one column

    inline std::size_t size() const {
        std::size_t result = 1;
        for (std::size_t const extent : extents) result *= extent;
        return result;
    }

    /// The column of an element that is counted with the last dimension fastest: in the file the first one is.
    inline std::size_t column(std::size_t element) const {
        std::size_t result = 0, stride = size();
        for (std::size_t d = extents.size(); d-- > 0;) {
            stride /= extents[d];
            result += element % extents[d] * stride;
            element /= extents[d];
        }
        return first + result;
    }
};

/// The group that holds a variable, from column `first` on.
inline column_group columns_of(stored_variable const& variable, std::size_t first) {
    column_group group{variable.name, first};
    for (auto const& labels : variable.labels) group.extents.push_back(labels.size());
    return group;
}

/// `W.2.1` for an element that is counted with the last dimension fastest.
inline std::string column_name_of(column_group const& group, std::size_t element) {
    std::string indices;
    for (std::size_t d = group.extents.size(); d-- > 0;) {
        indices = fmt::format(".{}{}", element % group.extents[d] + 1, indices);
        element /= group.extents[d];
    }
    return group.name + indices;
}

/// `W.2.1`: W and {2, 1}. Not an element: the name itself, and no position.
struct column_name {
    std::string base;
    std::vector<std::size_t> position;
};

inline column_name split_name(std::string const& name) {
    column_name result;
    std::size_t start = name.find('.');
    if (start == 0) return {name, {}};  // an array has a name
    result.base = name.substr(0, start);
    while (start != std::string::npos) {
        std::size_t const next = name.find('.', start + 1);
        std::size_t const end = std::min(next, name.size());
        std::size_t value = 0;
        auto const [last, failure] = std::from_chars(name.data() + start + 1, name.data() + end, value);
        if (failure != std::errc{} || last != name.data() + end || value == 0) return {name, {}};
        result.position.push_back(value);
        start = next;
    }
    return result;
}

/// Whether columns from `first` on, all of one name and number of indices, count through an array of these extents, first index fastest.
inline bool counts_through(std::span<column_name const> names, column_group const& group) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        auto const& position = names[group.first + i].position;
        std::size_t rest = i;
        for (std::size_t d = 0; d < group.extents.size(); ++d) {
            if (position[d] != rest % group.extents[d] + 1) return false;
            rest /= group.extents[d];
        }
    }
    return true;
}

/// The arrays that the columns from `first` on are elements of; a column that fits into none stands alone, under its full name.
inline std::vector<column_group> group_columns(std::vector<std::string> const& columns, std::size_t first) {
    std::vector<column_name> names;
    for (auto const& column : columns) names.push_back(split_name(column));
    std::vector<column_group> groups;
    while (first < names.size()) {
        std::size_t end = first;
        while (end < names.size() && names[end].base == names[first].base &&
               names[end].position.size() == names[first].position.size())
            ++end;
        column_group group{names[first].base, first, names[end - 1].position};
        if (group.size() != end - first || !counts_through(names, group)) group = {columns[first], first};
        first += group.size();
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace firefly
