module;
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

matrix read_npy(std::filesystem::path const& path) {
    npy_array const array(path);
    std::vector<std::size_t> columns(array.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    auto result = matrix::from_shape({array.rows(), array.columns()});
    array.copy(columns, result.data(), array.columns());
    return result;
}

file_data read_npy(std::filesystem::path const& path, read_options const& options) {
    return data_from_array<npy_array>(path, options);
}

}  // namespace firefly
