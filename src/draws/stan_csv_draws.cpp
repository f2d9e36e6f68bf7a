module;
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

constexpr std::string_view fact_prefix = "firefly_";

std::string escaped(std::string_view text) {
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

std::string unescaped(std::string_view text) {
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

// ---- one file ----

/// A chain as its file has it.
struct chain_file {
    std::string file;
    std::vector<std::string> columns;
    std::vector<double> rows;  // row after row, without warm-up
    std::size_t warm_up_rows = 0;
    fact_list comments;  // keys and values as they stand, without "(Default)"
    double warm_up_seconds = std::numeric_limits<double>::quiet_NaN();
    double sampling_seconds = std::numeric_limits<double>::quiet_NaN();
};

/// What Stan prints for numbers that are none: nan, inf, with or without a sign.
std::optional<double> parse_unbounded(std::string_view text) {
    if (auto const number = parse_number(text)) return number;
    std::string word;
    for (char const c : text) word += static_cast<char>(c | 0x20);  // to lower case, for letters
    bool const minus = text.starts_with('-');
    if (minus || text.starts_with('+')) word.erase(0, 1);
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf" || word == "infinity") return minus ? -infinity : infinity;
    return std::nullopt;
}

class chain_reader {
public:
    explicit chain_reader(std::filesystem::path const& path) : bytes_(path) { chain_.file = path.string(); }

    chain_file read() {
        std::string_view text = bytes_.text();
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        std::size_t rows = 0;
        while (!text.empty()) {
            ++line_;
            auto const end = std::min(text.find('\n'), text.size());
            auto line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.starts_with('#'))
                take_comment(line.substr(1), rows);
            else if (chain_.columns.empty())
                take_names(line);
            else if (!line.empty())
                take_row(line), ++rows;
        }
        finish(rows);
        return std::move(chain_);
    }

private:
    [[noreturn]] void refuse(std::string_view what) const { throw data_error(fmt::format("{}:{}: {}", chain_.file, line_, what)); }

    void take_comment(std::string_view text, std::size_t rows) {
        text = trimmed(text);
        if (text == "Adaptation terminated") adaptation_ended_ = rows;
        take_time(text);
        auto const equals = text.find('=');
        if (equals == std::string_view::npos) return;
        auto value = trimmed(text.substr(equals + 1));
        constexpr std::string_view unset = "(Default)";
        if (value.ends_with(unset)) value = trimmed(value.substr(0, value.size() - unset.size()));
        chain_.comments.emplace_back(trimmed(text.substr(0, equals)), value);
    }

    /// "Elapsed Time: 0.5 seconds (Warm-up)"
    void take_time(std::string_view text) {
        auto const seconds = text.find(" seconds (");
        if (seconds == std::string_view::npos) return;
        auto const start = text.find_last_of(" ", seconds - 1);
        auto const number = parse_number(text.substr(start == std::string_view::npos ? 0 : start + 1, seconds - start - 1));
        if (number && text.ends_with("(Warm-up)")) chain_.warm_up_seconds = *number;
        if (number && text.ends_with("(Sampling)")) chain_.sampling_seconds = *number;
    }

    void take_names(std::string_view line) {
        auto const method = find_fact(chain_.comments, "method");
        if (method && (*method == "optimize" || *method == "variational" || *method == "diagnose"))
            refuse(fmt::format("the file holds the output of method = {}; give one of method = sample", *method));
        while (true) {
            auto const comma = std::min(line.find(','), line.size());
            chain_.columns.emplace_back(trimmed(line.substr(0, comma)));
            if (comma == line.size()) break;
            line.remove_prefix(comma + 1);
        }
        for (auto const& name : chain_.columns)
            if (name.empty() || parse_unbounded(name))
                refuse(fmt::format("{} where a name of a column is due; give draws in Stan CSV, with a line of names above them",
                                   in_quotes(name)));
    }

    void take_row(std::string_view line) {
        char const* p = line.data();
        char const* const end = p + line.size();
        for (std::size_t i = 0; i < chain_.columns.size(); ++i) {
            if (i > 0) {
                if (p == end) refuse_ragged(i);
                ++p;  // the comma
            }
            double value = 0;
            char const* after = p;
            if (!scan_number(after, end, value) || (after != end && *after != ',')) {
                after = std::find(p, end, ',');
                auto const text = trimmed({p, after});
                auto const number = parse_unbounded(text);
                if (!number)
                    refuse(fmt::format("column {} is not a number ({}); give draws in Stan CSV or netCDF",
                                       in_quotes(chain_.columns[i]), in_quotes(text)));
                value = *number;
            }
            chain_.rows.push_back(value);
            p = after;
        }
        if (p != end) refuse_ragged(chain_.columns.size() + static_cast<std::size_t>(std::count(p, end, ',')));
    }

    [[noreturn]] void refuse_ragged(std::size_t fields) const {
        refuse(fmt::format(
            "{} field{} where the line of names has {}; remove the line if the file was cut off there, or copy it again", fields,
            fields == 1 ? "" : "s", chain_.columns.size()));
    }

    /// Leaves the rows after warm-up.
    void finish(std::size_t rows) {
        if (chain_.columns.empty())
            throw data_error(fmt::format("{}: there is no line of column names; give draws in Stan CSV or netCDF", chain_.file));
        auto const saved = find_fact(chain_.comments, "save_warmup");
        if (saved && (*saved == "true" || *saved == "1")) {
            double const thin = find_number(chain_.comments, "thin").value_or(1);
            double const promised = std::ceil(find_number(chain_.comments, "num_warmup").value_or(0) / std::max(1.0, thin));
            chain_.warm_up_rows = adaptation_ended_
                                      ? *adaptation_ended_
                                      : static_cast<std::size_t>(std::clamp(promised, 0.0, static_cast<double>(rows)));
        }
        if (rows == chain_.warm_up_rows)
            throw data_error(fmt::format("{}: there are no draws{}; let the run go on for longer", chain_.file,
                                         rows == 0 ? "" : " after warm-up"));
        chain_.rows.erase(chain_.rows.begin(),
                          chain_.rows.begin() + static_cast<std::ptrdiff_t>(chain_.warm_up_rows * chain_.columns.size()));
    }

    file_bytes bytes_;
    chain_file chain_;
    std::size_t line_ = 0;
    std::optional<std::size_t> adaptation_ended_;  // after so many rows
};

// ---- columns to arrays ----

/// `W.2.1`: W and {2, 1}. Not an element: the name itself, and no position.
struct column_name {
    std::string base;
    std::vector<std::size_t> position;
};

column_name split_name(std::string const& name) {
    column_name result;
    std::size_t start = name.find('.');
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

/// Columns that are one variable, from `first` on.
struct column_group {
    std::string name;
    std::size_t first = 0;
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

/// Whether columns from `first` on count through an array of these extents, first index fastest.
bool counts_through(std::span<column_name const> names, column_group const& group) {
    if (group.first + group.size() > names.size()) return false;
    for (std::size_t i = 0; i < group.size(); ++i) {
        auto const& name = names[group.first + i];
        if (name.base != group.name || name.position.size() != group.extents.size()) return false;
        std::size_t rest = i;
        for (std::size_t d = 0; d < group.extents.size(); ++d) {
            if (name.position[d] != rest % group.extents[d] + 1) return false;
            rest /= group.extents[d];
        }
    }
    return true;
}

std::vector<column_group> group_columns(std::vector<std::string> const& columns, std::size_t first) {
    std::vector<column_name> names;
    for (auto const& column : columns) names.push_back(split_name(column));
    std::vector<column_group> groups;
    while (first < names.size()) {
        std::size_t end = first + 1;
        while (end < names.size() && names[end].base == names[first].base &&
               names[end].position.size() == names[first].position.size())
            ++end;
        column_group group{names[first].base, first, names[end - 1].position};
        if (names[first].position.empty() || group.size() != end - first || !counts_through(names, group))
            group = {columns[first], first};  // alone, under its full name
        first += group.size();
        groups.push_back(std::move(group));
    }
    return groups;
}

/// What comments call the positions of a dimension: `feature_1`, `feature_2`, …
std::vector<std::string> labels_of(fact_list const& facts, std::string_view dimension) {
    std::vector<std::string> result;
    while (auto label = find_fact(facts, fmt::format("{}_{}", dimension, result.size() + 1))) result.push_back(std::move(*label));
    return result;
}

void name_dimensions(stored_variable& variable, std::vector<std::size_t> const& extents, fact_list const& facts) {
    auto const names_of = [&](std::size_t d, std::string const& known) {
        auto labels = labels_of(facts, known);
        bool const fits = labels.size() == extents[d];
        variable.dimensions.push_back(fits ? known : fmt::format("{}_dim_{}", variable.name, d));
        variable.labels.push_back(fits ? std::move(labels) : numbered_columns(extents[d]));
    };
    bool const ours = variable.name == (extents.size() == 1 ? "beta" : "W") && extents.size() <= 2;
    for (std::size_t d = 0; d < extents.size(); ++d) names_of(d, !ours ? "" : d + 1 == extents.size() ? "feature" : "class");
}

bool is_statistic(std::string const& column) {
    return column.ends_with("__");
}

/// What the comments tell: the facts of firefly, and some of what CmdStan says.
fact_list facts_of(chain_file const& file) {
    constexpr std::array<std::string_view, 5> general{"model", "seed", "thin", "num_warmup", "max_depth"};
    fact_list result;
    for (auto const& [key, value] : file.comments) {
        bool const ours = key.starts_with(fact_prefix);
        if (!ours && std::ranges::find(general, key) == general.end()) continue;
        std::string name = ours ? key.substr(fact_prefix.size()) : key;
        if (!find_fact(result, name)) result.emplace_back(std::move(name), ours ? unescaped(value) : value);
    }
    return result;
}

void refuse_other_columns(chain_file const& first, chain_file const& other) {
    if (first.columns == other.columns) return;
    auto const [here, there] = std::ranges::mismatch(first.columns, other.columns);
    throw data_error(fmt::format("{}: its columns are not those of {} ({} against {}); give the chains of one run", other.file,
                                 first.file, there == other.columns.end() ? "an end" : in_quotes(*there),
                                 here == first.columns.end() ? "an end" : in_quotes(*here)));
}

void add_chain(stored_variable& variable, column_group const& group, chain_file const& file) {
    auto& chain = variable.chains.emplace_back();
    std::size_t const width = file.columns.size(), size = group.size();
    chain.reserve(file.rows.size() / width * size);
    for (std::size_t row = 0; row < file.rows.size(); row += width)
        for (std::size_t i = 0; i < size; ++i) chain.push_back(file.rows[row + group.column(i)]);
}

}  // namespace

std::string fact_comment(std::string_view key, std::string_view value) {
    return fmt::format("# {}{} = {}\n", fact_prefix, key, escaped(value));
}

fact_list label_facts(std::span<std::string const> features, std::span<std::string const> classes) {
    fact_list result;
    for (std::size_t i = 0; i < classes.size(); ++i) result.emplace_back(fmt::format("class_{}", i + 1), classes[i]);
    for (std::size_t i = 0; i < features.size(); ++i) result.emplace_back(fmt::format("feature_{}", i + 1), features[i]);
    return result;
}

stored_draws read_stan_csv(std::span<std::filesystem::path const> paths) {
    std::vector<chain_file> files;
    for (auto const& path : paths) {
        files.push_back(chain_reader(path).read());
        refuse_other_columns(files.front(), files.back());
    }
    auto const& columns = files.front().columns;
    stored_draws result;
    std::vector<fact_list> facts;
    for (auto const& file : files) facts.push_back(facts_of(file));
    result.facts = join_facts(facts);
    for (std::size_t i = 0; i < columns.size();) {
        // Statistics first, and each alone: their names are not split.
        if (is_statistic(columns[i])) {
            column_group const group{columns[i], i};
            auto& variable = result.statistics.emplace_back(stored_variable{.name = columns[i]});
            for (auto const& file : files) add_chain(variable, group, file);
            ++i;
            continue;
        }
        for (auto const& group : group_columns(columns, i)) {
            auto& variable = result.parameters.emplace_back(stored_variable{.name = group.name});
            name_dimensions(variable, group.extents, result.facts);
            for (auto const& file : files) add_chain(variable, group, file);
        }
        break;
    }
    if (result.parameters.empty())
        throw data_error(fmt::format("{}: there is no column of a parameter; give draws in Stan CSV", files.front().file));
    std::erase_if(result.facts,
                  [](auto const& fact) { return fact.first.starts_with("feature_") || fact.first.starts_with("class_"); });
    for (auto const& file : files) {
        result.warm_up_rows += file.warm_up_rows;
        result.warm_up_seconds.push_back(file.warm_up_seconds);
        result.sampling_seconds.push_back(file.sampling_seconds);
    }
    auto const unknown = [](double seconds) { return std::isnan(seconds); };
    if (std::ranges::any_of(result.warm_up_seconds, unknown)) result.warm_up_seconds.clear();
    if (std::ranges::any_of(result.sampling_seconds, unknown)) result.sampling_seconds.clear();
    cut_to_shortest(result);
    return result;
}

void write_stan_csv(std::filesystem::path const& path, stored_draws const& draws) {
    auto const fact = [&](std::string_view key) { return find_fact(draws.facts, key).value_or("unknown"); };
    auto const count = [&](std::string_view key, double otherwise) {
        return static_cast<std::uint64_t>(std::max(0.0, find_number(draws.facts, key).value_or(otherwise)));
    };
    stan_csv_header header{.model = fact("model"),
                           .algorithm = fact("algorithm"),
                           .engine = fact("kernel"),
                           .warm_up = count("num_warmup", 0),
                           .thin = std::max<std::uint64_t>(1, count("thin", 1)),
                           .seed = count("seed", 0)};
    header.draws = draws.length() * header.thin;
    header.statistics.clear();
    std::vector<stored_variable const*> statistics;
    for (auto const& variable : draws.statistics) statistics.push_back(&variable);
    auto const density = std::ranges::find(statistics, "lp__", &stored_variable::name);
    if (density != statistics.end()) std::rotate(statistics.begin(), density, density + 1);
    for (auto const* variable : statistics) header.statistics.push_back(variable->name);

    std::vector<std::string> names;
    std::vector<column_group> groups;
    std::vector<std::string> features, classes;
    for (auto const& variable : draws.parameters) {
        column_group group{variable.name, names.size()};
        for (auto const& labels : variable.labels) group.extents.push_back(labels.size());
        names.resize(names.size() + group.size());
        for (std::size_t i = 0; i < group.size(); ++i) {
            std::string indices;
            std::size_t rest = i;
            for (std::size_t d = group.extents.size(); d-- > 0;) {
                indices = fmt::format(".{}{}", rest % group.extents[d] + 1, indices);
                rest /= group.extents[d];
            }
            names[group.column(i)] = variable.name + indices;
        }
        groups.push_back(std::move(group));
        for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
            if (variable.dimensions[d] == "feature") features = variable.labels[d];
            if (variable.dimensions[d] == "class") classes = variable.labels[d];
        }
    }
    header.facts = draws.facts;
    for (auto& label : label_facts(features, classes)) header.facts.push_back(std::move(label));

    auto const paths = chain_paths(path, draws.chains());
    std::vector<double> row(names.size()), values(statistics.size());
    for (std::size_t c = 0; c < paths.size(); ++c) {
        header.chain = c + 1;
        stan_csv_writer writer(paths[c], header, names);
        auto const* step = draws.statistic("stepsize__");
        writer.end_of_warm_up(step ? step->chains[c].front() : 0);
        for (std::size_t s = 0; s < draws.length(); ++s) {
            for (std::size_t i = 0; i < statistics.size(); ++i) values[i] = statistics[i]->chains[c][s];
            for (std::size_t v = 0; v < groups.size(); ++v)
                for (std::size_t i = 0; i < groups[v].size(); ++i)
                    row[groups[v].column(i)] = draws.parameters[v].chains[c][s * groups[v].size() + i];
            writer.append(values, row);
        }
        writer.finish(draws.warm_up_seconds.empty() ? 0 : draws.warm_up_seconds[c],
                      draws.sampling_seconds.empty() ? 0 : draws.sampling_seconds[c]);
    }
}

}  // namespace firefly
