module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.numeric;
import firefly.files;

namespace firefly {

column_table::column_table(std::vector<table_column> columns) : columns_(std::move(columns)) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        auto const& [name, numbers, texts] = columns_[i];
        if (!numbers.empty() && !texts.empty())
            throw invalid_argument(fmt::format("table: column {} has numbers and texts; give one of both", in_quotes(name)));
        if (columns_[i].size() == 0)
            throw invalid_argument(fmt::format("table: column {} has no rows; give numbers or texts", in_quotes(name)));
        if (columns_[i].size() != rows())
            throw invalid_argument(fmt::format("table: column {} has {} rows where {} has {}; give columns of one length",
                                               in_quotes(name), columns_[i].size(), in_quotes(columns_[0].name), rows()));
        if (find(name) != &columns_[i])
            throw invalid_argument(fmt::format("table: there are two columns {}; rename one of them", in_quotes(name)));
    }
}

table_column const* column_table::find(std::string_view name) const {
    auto const found = std::ranges::find(columns_, name, &table_column::name);
    return found == columns_.end() ? nullptr : &*found;
}

std::vector<std::string> column_table::names() const {
    std::vector<std::string> result;
    for (auto const& column : columns_) result.push_back(column.name);
    return result;
}

}  // namespace firefly
