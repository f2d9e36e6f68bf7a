module;
#include <filesystem>

module firefly.tables;

import firefly.core;
import firefly.files;

namespace firefly {

file_data read_idx(std::filesystem::path const& path, read_options const& options) {
    return data_from_array<idx_array>(path, options);
}

}  // namespace firefly
