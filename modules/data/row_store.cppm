/// A row store: one table of numbers in one file that is mapped and never read whole. docs/store.md has the format byte by byte.
///
///     header (a page) | rows, each a target (8 bytes) and its features (4 or 8 bytes each), padded to 8 | a checksum for every 4096 rows |
///     names of columns, classes and levels, and the formula that the columns are for
///
/// A row is one record, so that it lies in one or two pages: columns one after the other would take a page each. Classes and categories are
/// stored as codes in order of appearance, and what follows the rows says what they mean: so one pass over the input is enough, and
/// intercept, indicators and the choice of features are left to those who read. Everything is little-endian.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

export module firefly.data:row_store;

import firefly.core;
import :coded_columns;

namespace firefly {

/// What the numbers of a store are.
export struct store_names {
    std::string target;
    std::vector<std::string> classes = {};  // in their order; empty where the target is a number
    std::vector<double> class_of = {};      // the place of each code among the classes
    std::vector<coded_column> columns = {};
    std::string formula = {};             // that the columns were chosen for; empty: there was none
    std::vector<std::string> times = {};  // those of the columns that are seconds: `parse_iso_time`
};

/// How large it is.
export struct store_size {
    row_index rows = 0;
    std::size_t columns = 0;
    std::size_t element = 8;  // bytes of a feature: 4 or 8

    inline std::size_t stride() const { return 8 + (columns * element + 7) / 8 * 8; }
};

/// Whether a file begins as a store, of any version. False for what cannot be read.
export bool is_row_store(std::filesystem::path const& path);

/// An open store. A handle: copies share the mapping. A file that another process shortens meanwhile ends the program (SIGBUS): do not write
/// to a store that is in use; `firefly convert` never does, it replaces the file.
export class row_store {
public:
    /// Checks everything but the rows. Throws `data_error` in one line for what is no store, of a newer version, cut short or damaged.
    explicit row_store(std::filesystem::path const& path);

    std::string const& file() const;
    store_size const& size() const;
    store_names const& names() const;
    /// Rows of the input that were left out because a cell is missing. Nothing where an older firefly made the store, which did not count them.
    std::optional<row_index> dropped() const;

    /// A number made of all that the store holds, rows included. No pass: the checksums are there.
    std::uint64_t hash() const;

    /// Throws `data_error` when a block of rows is not as it was written. Each block is looked at once.
    void check_block(std::size_t i) const;

    /// Throws `data_error`: a row holds a code of no class or level.
    [[noreturn]] void refuse_code() const;

    /// Bytes of records, eight of target first. `in_order` is for reading many that follow each other, the other for some here and there,
    /// of which no page but their own is read.
    char const* in_order(row_index n) const;
    char const* anywhere(row_index n) const;

    /// Asks for the pages of some rows, before they are needed. Never waits.
    void read_ahead(std::span<row_index const> indices) const;

private:
    struct mapping;

    std::shared_ptr<mapping const> mapping_;
};

}  // namespace firefly
