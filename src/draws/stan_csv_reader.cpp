module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;
import :stan_csv_chain;
import :stan_csv_columns;
import :stan_csv_comments;

namespace firefly {

namespace {

bool is_statistic(std::string const& column) {
    return column.ends_with("__");
}

void refuse_other_columns(chain_file const& first, chain_file const& other) {
    if (first.columns == other.columns) return;
    auto const [here, there] = std::ranges::mismatch(first.columns, other.columns);
    throw data_error(fmt::format("{}: its columns are not those of {} ({} against {}); give the chains of one run", other.file,
                                 first.file, there == other.columns.end() ? "an end" : in_quotes(*there),
                                 here == first.columns.end() ? "an end" : in_quotes(*here)));
}

void add_chain(stored_variable& variable, column_group const& group, chain_file const& file) {
    std::size_t const width = file.columns.size(), size = group.size(), rows = file.rows.size() / width;
    auto const read = [&](std::size_t first, std::size_t last) {
        std::vector<double> values;
        values.reserve((last - first) * size);
        for (std::size_t row = first; row < last; ++row)
            for (std::size_t i = 0; i < size; ++i) values.push_back(file.rows[row * width + group.column(i)]);
        return values;
    };
    variable.warm_up.push_back(read(0, file.warm_up_rows));
    variable.chains.push_back(read(file.warm_up_rows, rows));
}

}  // namespace

stored_draws read_stan_csv(std::span<std::filesystem::path const> paths) {
    std::vector<chain_file> files;
    for (auto const& path : paths) {
        files.push_back(chain_reader(path).read());
        refuse_other_columns(files.front(), files.back());
    }
    auto const& columns = files.front().columns;
    stored_draws result;
    std::vector<fact_list> facts;
    for (auto const& file : files) facts.push_back(facts_of(file.comments));
    result.facts = join_facts(facts);
    for (std::size_t i = 0; i < columns.size();) {
        // Statistics first, and each alone: their names are not split.
        if (is_statistic(columns[i])) {
            column_group const group{columns[i], i};
            auto& variable = result.statistics.emplace_back(stored_variable{.name = group.name});
            for (auto const& file : files) add_chain(variable, group, file);
            ++i;
            continue;
        }
        for (auto const& group : group_columns(columns, i)) {
            auto& variable = result.parameters.emplace_back(stored_variable{});
            name_dimensions(variable, group.name, group.extents, result.facts);
            for (auto const& file : files) add_chain(variable, group, file);
        }
        break;
    }
    if (result.parameters.empty())
        throw data_error(fmt::format("{}: there is no column of a parameter; give draws in Stan CSV", files.front().file));
    remove_labels(result.facts);
    for (auto const& file : files) {
        result.warm_up_seconds.push_back(file.warm_up_seconds);
        result.sampling_seconds.push_back(file.sampling_seconds);
    }
    auto const unknown = [](double seconds) { return std::isnan(seconds); };
    if (std::ranges::any_of(result.warm_up_seconds, unknown)) result.warm_up_seconds.clear();
    if (std::ranges::any_of(result.sampling_seconds, unknown)) result.sampling_seconds.clear();
    cut_to_shortest(result);
    return result;
}

}  // namespace firefly
