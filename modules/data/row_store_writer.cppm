/// Writes a row store, row after row. Under its name there is nothing until `finish`.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

export module firefly.data:row_store_writer;

import firefly.core;
import firefly.files;
import :row_store;

namespace firefly {

/// What was appended becomes a row store by `finish`.
export class row_store_writer {
public:
    /// Throws `output_error` when the file cannot be created.
    row_store_writer(std::filesystem::path const& path, std::size_t columns, bool in_four_bytes);

    /// Rows of as many features as there are columns, one target each. Throws `data_error` for a feature that is beyond four bytes.
    void append(vector_view features, vector_view target);

    inline row_index rows() const { return size_.rows; }

    /// Completes the file: what was written is on the disk when it has its name. The names must be of as many columns. `dropped`: rows of the
    /// input that were left out because a cell is missing.
    void finish(store_names const& names, row_index dropped = 0);

    /// Leaves nothing behind.
    void discard();

private:
    void close_block();

    output_file file_;
    store_size size_;
    std::vector<std::uint64_t> record_;
    checksum block_;
    std::vector<std::uint64_t> blocks_;  // their checksums
};

}  // namespace firefly
