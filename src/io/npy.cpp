module;
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

namespace {

[[noreturn]] void refuse(std::string_view file, std::string_view what) {
    throw data_error(fmt::format("{}: {}", file, what));
}

/// What statistics can be done with: neither NaN nor infinite.
void copy_finite(npy_array const& array, std::span<std::size_t const> columns, double* out, std::size_t width) {
    array.copy(columns, out, width);
    for (std::size_t i = 0; i < array.rows(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
            if (double const value = out[i * width + j]; !std::isfinite(value))
                refuse(array.file(), fmt::format("row {}, column {} is {}; remove the row or fill the cell", i + 1, columns[j] + 1,
                                                 std::isnan(value) ? "NaN" : "infinite"));
}

/// The target's column of this array, as numbers or classes.
void read_target(npy_array const& array, std::size_t column, read_options const& options, data_set& data) {
    copy_finite(array, std::span(&column, 1), data.target.data(), 1);
    if (options.kind == target_kind::numeric) return;
    label_coder labels(fmt::format("{}: column {}", array.file(), column + 1));
    std::unordered_map<double, double> codes;  // so that a value is formatted once
    for (double& value : data.target) {
        auto const [known, fresh] = codes.try_emplace(value, 0);
        if (fresh) known->second = labels.code(fmt::format("{}", value));
        value = known->second;
    }
    data.labels = labels.finish(options, as_out(data.target));
}

}  // namespace

matrix read_npy(std::filesystem::path const& path) {
    npy_array const array(path);
    std::vector<std::size_t> columns(array.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    auto result = matrix::from_shape({array.rows(), array.columns()});
    array.copy(columns, result.data(), array.columns());
    return result;
}

data_set read_npy(std::filesystem::path const& path, read_options const& options) {
    npy_array const array(path);
    bool const separate = options.target.ends_with(".npy");
    auto const names = numbered_columns(array.columns());
    auto const choice =
        choose_columns(array.file(), names, separate ? std::nullopt : std::optional(options.target), options);
    auto data = make_data_set(names, choice, options, array.rows());
    copy_finite(array, choice.features, data.features.data() + options.intercept, data.columns.size());
    if (!separate) {
        read_target(array, *choice.target, options, data);
        return data;
    }
    npy_array const target(options.target);
    if (target.columns() != 1 || target.rows() != array.rows())
        refuse(target.file(), fmt::format("{} × {} targets for the {} rows of {}; save one for each row", target.rows(),
                                          target.columns(), array.rows(), array.file()));
    data.target_name = std::filesystem::path(options.target).stem().string();
    read_target(target, 0, options, data);
    return data;
}

}  // namespace firefly
