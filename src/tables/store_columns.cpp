module;
#include <cstddef>
#include <span>
#include <string>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :columns;

namespace firefly {

std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept,
                                       std::vector<std::string> const& cases, bool reference) {
    std::vector<std::string> names;
    for (auto const& column : store.names().columns) names.push_back(column.name);
    auto const choice =
        choose_columns(store.file(), names, {.target = {}, .features = features, .cases = cases, .intercept = intercept}, true);
    std::vector<coded_column> chosen;
    for (std::size_t const i : choice.features) chosen.push_back(store.names().columns[i]);
    for (auto const& column : std::span(chosen).last(cases.size()))
        if (!column.levels.empty())
            throw data_error({.file = store.file(),
                              .column = column.name,
                              .what = fmt::format("column {} holds categories where numbers are needed", in_quotes(column.name)),
                              .remedy = "choose another column, or convert the data again"});
    auto result = feature_names(chosen, intercept, reference);
    check_size(store.file(), 1, result.size(), {});  // a row of any number of columns is small; a model of as many is not
    return result;
}

}  // namespace firefly
