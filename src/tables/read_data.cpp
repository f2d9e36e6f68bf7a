module;
#include <filesystem>
#include <optional>

module firefly.tables;

import firefly.core;
import firefly.files;

namespace firefly {

file_data read_data(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format) {
    switch (format_of(path, format)) {
        case data_format::npy: return read_npy(path, options);
        case data_format::idx: return read_idx(path, options);
        case data_format::libsvm: return read_libsvm(path, options);
        default: return read_csv(path, options);
    }
}

}  // namespace firefly
