/// Facts of a run in the comments of Stan CSV: `# firefly_KEY = value`, which other readers pass over.
///
/// A value has its backslashes and line breaks escaped, since a name may hold any letter. What positions of `beta` and `W` are called
/// are facts too: `feature_1`, …, `class_1`, …; those of levels of a group `group_county_1`, …. Of a formula's parameters that are called otherwise than
/// their columns, `name_of_store_x` is the name.
module;
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.draws:stan_csv_comments;

import firefly.external;
import firefly.files;
import :stored_draws;

namespace firefly {

inline constexpr std::string_view fact_prefix = "firefly_";

inline std::string escaped(std::string_view text) {
    std::string result;
    for (char const c : text) {
        if (c == '\\')
            result += "\\\\";
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else
            result += c;
    }
    return result;
}

inline std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        char const c = text[++i];
        result += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    }
    return result;
}

/// `# firefly_KEY = value`, with its line break.
inline std::string fact_comment(std::string_view key, std::string_view value) {
    return fmt::format("# {}{} = {}\n", fact_prefix, key, escaped(as_utf8(value)));
}

/// What the comments of a file tell: the facts of firefly, and some of what CmdStan says.
inline fact_list facts_of(fact_list const& comments) {
    constexpr std::array<std::string_view, 5> general{"model", "seed", "thin", "num_warmup", "max_depth"};
    fact_list result;
    for (auto const& [key, value] : comments) {
        bool const ours = key.starts_with(fact_prefix);
        if (!ours && std::ranges::find(general, key) == general.end()) continue;
        std::string name = ours ? key.substr(fact_prefix.size()) : key;
        if (!find_fact(result, name)) result.emplace_back(std::move(name), ours ? unescaped(value) : value);
    }
    return result;
}

// ---- what positions are called ----

inline std::string name_key(std::string_view column) {
    return fmt::format("name_of_{}", column);
}

/// The dimension of the levels of a group.
inline std::string level_dimension(stored_variable const& group) {
    return group.name + "_level";
}

/// What columns of each variable are called, without indices. Names of terms, such as store:x, are those that every reader takes for one: letters, digits
/// and underscores (stanio takes a colon for a part of a tuple, and a comma ends a column).
inline std::vector<std::string> column_bases(std::span<stored_variable const> variables, fact_list const& facts) {
    bool const by_formula = find_fact(facts, "formula").has_value();
    std::vector<std::string> result;
    for (auto const& variable : variables) {
        std::string plain;
        for (char const c : variable.name) {
            auto const byte = static_cast<unsigned char>(c);
            bool const fits = !by_formula || std::isalnum(byte) || byte >= 0x80 || c == '_';
            if (fits || !plain.ends_with('_')) plain += fits ? c : '_';
        }
        while (plain != variable.name && plain.size() > 1 && plain.ends_with('_')) plain.pop_back();
        while (std::ranges::find(result, plain) != result.end()) plain += 'x';
        result.push_back(std::move(plain));
    }
    return result;
}

/// The labels of the dimensions `class` and `feature` and of levels, and names that are not those of the columns, as facts.
inline fact_list label_facts(std::span<stored_variable const> variables, std::vector<std::string> const& bases) {
    fact_list result;
    for (std::size_t v = 0; v < variables.size(); ++v) {
        auto const& variable = variables[v];
        if (bases[v] != variable.name) result.emplace_back(name_key(bases[v]), variable.name);
        if (variable.dimensions.size() != 1 || variable.dimensions[0] != level_dimension(variable)) continue;
        for (std::size_t k = 0; k < variable.labels[0].size(); ++k)
            result.emplace_back(fmt::format("group_{}_{}", bases[v], k + 1), variable.labels[0][k]);
    }
    for (std::string_view const dimension : {"class", "feature"})
        for (auto const& variable : variables) {
            auto const found = std::ranges::find(variable.dimensions, dimension);
            if (found == variable.dimensions.end()) continue;
            auto const& labels = variable.labels[static_cast<std::size_t>(found - variable.dimensions.begin())];
            for (std::size_t i = 0; i < labels.size(); ++i) result.emplace_back(fmt::format("{}_{}", dimension, i + 1), labels[i]);
            break;
        }
    return result;
}

/// The labels that facts have for a dimension, up to the first that is missing or empty: an element without a name could not be asked for.
inline std::vector<std::string> labels_of(fact_list const& facts, std::string_view dimension) {
    std::vector<std::string> result;
    while (true) {
        auto label = find_fact(facts, fmt::format("{}_{}", dimension, result.size() + 1)).value_or("");
        if (label.empty()) return result;
        result.push_back(std::move(label));
    }
}

/// Names a variable whose columns are called `base` and its dimensions of these extents: as the facts do for firefly's own, by numbers for all others.
inline void name_dimensions(stored_variable& variable, std::string const& base, std::vector<std::size_t> const& extents,
                            fact_list const& facts) {
    variable.name = find_fact(facts, name_key(base)).value_or(base);
    if (auto levels = labels_of(facts, "group_" + base); extents.size() == 1 && levels.size() == extents[0]) {
        variable.dimensions = {level_dimension(variable)};
        variable.labels = {std::move(levels)};
        return;
    }
    bool const ours = variable.name == (extents.size() == 1 ? "beta" : "W") && extents.size() <= 2;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        std::string const known = !ours ? "" : d + 1 == extents.size() ? "feature" : "class";
        auto labels = labels_of(facts, known);
        bool const fits = labels.size() == extents[d];
        variable.dimensions.push_back(fits ? known : fmt::format("{}_dim_{}", variable.name, d));
        variable.labels.push_back(fits ? std::move(labels) : numbered_columns(extents[d]));
    }
}

/// Takes out what `name_dimensions` has used.
inline void remove_labels(fact_list& facts) {
    auto const is_used = [](auto const& fact) {
        constexpr std::array<std::string_view, 4> starts{"feature_", "class_", "group_", "name_of_"};
        return std::ranges::any_of(starts, [&](std::string_view start) { return fact.first.starts_with(start); });
    };
    std::erase_if(facts, is_used);
}

}  // namespace firefly
