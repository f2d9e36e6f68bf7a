module;
#include <filesystem>
#include <optional>

module firefly.io;

import firefly.external;
import firefly.core;

namespace firefly {

file_data read_data(std::filesystem::path const& path, read_options const& options, std::optional<data_format> format) {
    if (!format) format = format_of_name(path.string());
    if (!format)
        throw data_error(
            fmt::format("{}: cannot tell the format from the name; use one that ends in .csv, .npy, .idx, -ubyte or .libsvm "
                        "(also with .gz), or give --format",
                        path.string()));
    switch (*format) {
        case data_format::npy: return read_npy(path, options);
        case data_format::idx: return read_idx(path, options);
        case data_format::libsvm: return read_libsvm(path, options);
        default: return read_csv(path, options);
    }
}

}  // namespace firefly
