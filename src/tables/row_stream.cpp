module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

/// What the readers of all formats offer, behind one interface.
template <class Rows>
class stream_of : public row_stream {
public:
    row_codes make_codes() const final { return rows_.make_codes(); }
    std::size_t next(std::size_t most, row_out out, row_codes& codes) final {
        std::size_t const count = rows_.take(most, out, codes);
        if constexpr (requires { rows_.forget(); }) rows_.forget();
        return count;
    }
    std::size_t dropped() const final { return rows_.dropped(); }

protected:
    template <class... Arguments>
    explicit stream_of(Arguments&&... arguments) : rows_(arguments...) {
        for (std::size_t const i : rows_.choice().features) columns_.push_back(rows_.names()[i]);
        categorical_ = rows_.choice().categorical;
    }

    Rows rows_;
};

struct windowed {
    text_window window;
};

class csv_stream final : windowed, public stream_of<csv_rows> {
public:
    csv_stream(std::filesystem::path const& path, read_options const& options)
        : windowed{text_window(path)}, stream_of(path.string(), window, options) {
        target_name_ = rows_.names()[*rows_.choice().target];
    }
};

class libsvm_stream final : windowed, public stream_of<libsvm_rows> {
public:
    libsvm_stream(std::filesystem::path const& path, read_options const& options, std::uint64_t columns)
        : windowed{text_window(path)}, stream_of(path.string(), window, columns, options) {
        target_name_ = "label";
    }
};

template <class Array>
class array_stream final : public stream_of<array_rows<Array>> {
public:
    array_stream(std::filesystem::path const& path, read_options const& options) : stream_of<array_rows<Array>>(path, options) {
        this->target_name_ = this->rows_.target_name();
    }
};

}  // namespace

std::uint64_t highest_index(std::vector<std::filesystem::path> const& paths) {
    std::uint64_t highest = 0;
    for (auto const& path : paths) {
        if (!std::filesystem::is_regular_file(path) && std::filesystem::exists(path))
            throw data_error(fmt::format("{}: LIBSVM is read twice, which a pipe cannot be; save it as a file", path.string()));
        text_window window(path);
        highest = std::max(highest, measure_libsvm(path.string(), window).columns);
    }
    return highest;
}

std::unique_ptr<row_stream> open_rows(std::filesystem::path const& path, read_options const& options, data_format format,
                                      std::uint64_t libsvm_columns) {
    switch (format) {
        case data_format::npy: return std::make_unique<array_stream<npy_array>>(path, options);
        case data_format::idx: return std::make_unique<array_stream<idx_array>>(path, options);
        case data_format::libsvm: return std::make_unique<libsvm_stream>(path, options, libsvm_columns);
        default: return std::make_unique<csv_stream>(path, options);
    }
}

}  // namespace firefly
