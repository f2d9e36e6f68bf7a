module;
#include <cstddef>
#include <string>
#include <vector>

module firefly.tables;

import firefly.core;
import firefly.data;
import :columns;

namespace firefly {

std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept) {
    std::vector<std::string> names;
    for (auto const& column : store.names().columns) names.push_back(column.name);
    auto const choice = choose_columns(store.file(), names, {.target = {}, .features = features, .intercept = intercept}, true);
    std::vector<coded_column> chosen;
    for (std::size_t const i : choice.features) chosen.push_back(store.names().columns[i]);
    auto result = feature_names(chosen, intercept);
    check_size(store.file(), 1, result.size(), {});  // a row of any number of columns is small; a model of as many is not
    return result;
}

}  // namespace firefly
