module;
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :columns;

namespace firefly {

namespace {

[[noreturn]] void refuse(std::string_view file, std::string_view column, std::string what, std::string remedy,
                         std::string setting = {}) {
    throw data_error({.file = std::string(file),
                      .column = std::string(column),
                      .what = std::move(what),
                      .remedy = std::move(remedy),
                      .setting = std::move(setting)});
}

std::size_t find_column(std::string_view file, std::span<std::string const> names, std::string const& wanted) {
    auto const found = std::ranges::find(names, wanted);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    auto const meant = nearest_name(wanted, names);
    refuse(file, wanted, fmt::format("there is no column {}", in_quotes(wanted)),
           fmt::format("{}choose among {}", meant ? fmt::format("did you mean {}? Else ", in_quotes(*meant)) : "",
                       list_in_quotes(names)));
}

void refuse_duplicates(std::string_view file, std::span<std::string const> names, std::string_view what, std::string remedy,
                       std::string setting = {}) {
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::ranges::sort(sorted);
    auto const twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end())
        refuse(file, *twice, fmt::format("column {} {}", in_quotes(*twice), what), std::move(remedy), std::move(setting));
}

std::optional<std::size_t> find_target(std::string_view file, std::span<std::string const> names, read_options const& options) {
    if (options.need == target_need::none) return {};
    if (options.need == target_need::optional && std::ranges::find(names, options.target) == names.end()) return {};
    if (options.target.empty())
        refuse(file, "", "no target was given", fmt::format("choose among {}", list_in_quotes(names)), "target");
    return find_column(file, names, options.target);
}

/// Where the columns are that come last. Each has one use only: a column in two places would be read twice.
std::vector<std::size_t> find_cases(std::string_view file, std::span<std::string const> names, read_options const& options,
                                    std::optional<std::size_t> target) {
    refuse_duplicates(file, options.cases, "has two uses besides the features", "name it once");
    std::vector<std::size_t> cases;
    for (auto const& name : options.cases) {
        cases.push_back(find_column(file, names, name));
        if (cases.back() == target || std::ranges::find(options.features, name) != options.features.end())
            refuse(file, name,
                   fmt::format("column {} is to be an offset, a weight or trials, and also {}", in_quotes(name),
                               cases.back() == target ? "the target" : "a feature"),
                   "choose one of both");
        for (auto const& known : options.one_hot)
            if (known == name)
                refuse(file, name,
                       fmt::format("column {} is to be categorical, and a number besides the features", in_quotes(name)),
                       "choose one of both", "one_hot");
    }
    return cases;
}

std::vector<std::size_t> find_features(std::string_view file, std::span<std::string const> names, read_options const& options,
                                       std::optional<std::size_t> target, std::vector<std::size_t> const& cases) {
    refuse_duplicates(file, options.features, "is chosen twice as a feature", "name it once");
    std::vector<std::size_t> features;
    for (auto const& name : options.features) {
        if (name == intercept_name) continue;
        features.push_back(find_column(file, names, name));
        if (features.back() == target)
            refuse(file, name, fmt::format("column {} is the target and a feature", in_quotes(name)), "choose one of both");
    }
    if (!options.features.empty()) return features;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i == target || std::ranges::find(cases, i) != cases.end()) continue;
        // Usually row numbers, as pandas and R write them: not a feature that anyone wants unasked.
        if (names[i].empty())
            refuse(file, std::to_string(i + 1), fmt::format("column {} has no name", i + 1),
                   "name it in the header or list the features");
        features.push_back(i);
    }
    return features;
}

std::vector<bool> find_categories(std::string_view file, std::span<std::string const> names, read_options const& options,
                                  std::vector<std::size_t> const& features) {
    auto wanted = options.one_hot;
    for (auto const& known : options.levels) wanted.push_back(known.column);
    refuse_duplicates(file, wanted, "is to be categorical twice", "name it once", "one_hot");
    std::vector<bool> result(features.size());
    for (auto const& name : wanted) {
        auto const feature = std::ranges::find(features, find_column(file, names, name));
        if (feature == features.end())
            refuse(file, name, fmt::format("column {} is to be categorical but is no feature", in_quotes(name)),
                   "add it to the features, or leave it out", "one_hot");
        result[static_cast<std::size_t>(feature - features.begin())] = true;
    }
    return result;
}

}  // namespace

column_choice choose_columns(std::string_view file, std::span<std::string const> names, read_options const& options,
                             bool elsewhere) {
    refuse_duplicates(file, names, "appears twice in the header", "rename one of them");
    column_choice choice;
    if (!elsewhere) choice.target = find_target(file, names, options);
    auto const cases = find_cases(file, names, options, choice.target);
    choice.features = find_features(file, names, options, choice.target, cases);
    if (choice.features.empty() && !options.intercept)
        refuse(file, "", "there is no feature besides the target", "add a column or the intercept");
    choice.features.insert(choice.features.end(), cases.begin(), cases.end());
    choice.categorical = find_categories(file, names, options, choice.features);
    refuse_duplicates(file, options.keep, "is kept twice", "name it once", "keep");
    for (auto const& name : options.keep) choice.kept.push_back(find_column(file, names, name));
    return choice;
}

namespace {

/// Every sampler keeps a curvature, a number for each pair of columns: a file of two rows and a billion columns is small, and no use.
struct dense_size {
    std::size_t rows, columns;
    double width = static_cast<double>(columns);
    double data = static_cast<double>(rows) * width * sizeof(double), model = width * width * sizeof(double);

    [[noreturn]] void refuse(std::string_view file, double most, std::string_view but) const {
        firefly::refuse(file, "",
                        fmt::format("{} rows × {} columns would take {} when dense, and their model {}", rows, columns,
                                    in_bytes(data), in_bytes(model)),
                        fmt::format("there are {}{}: choose fewer features", in_bytes(most), but), "features");
    }
};

double most_bytes(read_options const& options) {
    return static_cast<double>(options.most_bytes ? *options.most_bytes : machine_memory());
}

}  // namespace

void check_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options) {
    dense_size const size{rows, columns};
    if (size.data + size.model > most_bytes(options)) size.refuse(file, most_bytes(options), "");
}

void refuse_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options) {
    dense_size{rows, columns}.refuse(file, most_bytes(options), ", but not enough of it is left");
}

}  // namespace firefly
