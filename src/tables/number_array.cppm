/// A mapped file that holds one table of numbers, of whatever format: `npy_array`, `idx_array`.
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

module firefly.tables:number_array;

import firefly.core;
import firefly.files;
import :data_format;

namespace firefly {

class number_array {
public:
    virtual ~number_array() = default;
    number_array(number_array const&) = delete;

    inline std::string const& file() const { return file_; }
    inline std::size_t rows() const { return rows_; }
    /// One for an array of one dimension.
    inline std::size_t columns() const { return columns_; }

    /// Some columns of some rows, row by row, to rows of `width` doubles.
    virtual void copy(std::size_t first, std::size_t count, std::span<std::size_t const> columns, double* out,
                      std::size_t width) const = 0;

    /// See `file_bytes`.
    inline void forget() const { bytes_.forget(); }

protected:
    /// Throws `data_error`.
    explicit number_array(std::filesystem::path const& path) : file_(path.string()), bytes_(path) {}

    [[noreturn]] void refuse(std::string what, std::string remedy = {}) const {
        throw data_error({.file = file_, .what = std::move(what), .remedy = std::move(remedy)});
    }

    std::string file_;
    file_bytes bytes_;
    std::size_t rows_ = 0, columns_ = 1;
};

/// NPY or IDX. Throws `data_error`.
std::unique_ptr<number_array const> open_array(std::filesystem::path const& path, data_format format);

}  // namespace firefly
