module;
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

std::optional<data_format> format_by_name(std::string const& name) {
    if (name == "csv") return data_format::csv;
    if (name == "npy") return data_format::npy;
    if (name == "idx") return data_format::idx;
    if (name == "libsvm") return data_format::libsvm;
    return std::nullopt;
}

}  // namespace

void warn(std::string_view what) {
    fmt::print(stderr, "firefly: warning: {}\n", what);
}

data_set read_input(sample_options const& options) {
    read_options how{.target = options.target, .features = options.features, .intercept = !options.no_intercept};
    how.kind = options.model == "robust" ? target_kind::numeric : target_kind::classes;
    if (options.model == "logistic") how.class_count = 2;
    how.one_hot = options.one_hot;
    if (options.missing == "drop") how.missing = missing_cells::drop;
    file_data data = read_data(options.data, how, format_by_name(options.format));
    if (data.dropped > 0)
        fmt::print("Dropped {} of {} rows: a cell is missing.\n", data.dropped, data.dropped + data.target.size());
    for (auto const& warning : data.warnings) warn(warning);
    for (auto const& warning : odd_columns(data, how.intercept)) warn(warning);
    return data;
}

}  // namespace firefly::program
