/// Rows in a store: a row source that is as large as the disk.
///
/// `block` reads in order, so that set-up is a few sequential passes, and checks each block when it is read for the first time. `collect`
/// touches the pages of its rows and no other. Rows are copied to where they are asked for, in double; intercept and indicators are made
/// on the way, and so is the standard scale of columns.
///
/// Pages that are in memory are found there and cost what memory costs. Those that are not are waited for, and whoever had to wait asks for
/// his next rows in advance, all at once: a disk serves many requests in the time of one. The request itself is a system call a row, as long as an
/// iteration in memory: therefore not always.
module;
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

export module firefly.tables:mapped_rows;

import firefly.core;
import :read_options;
import :row_store;

namespace firefly {

/// What a store has under the names that reading its input at once would have given: "(intercept)" first, then the features that are
/// chosen, each category as its indicators. Throws `data_error` for a feature that the store has not.
export std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept);

/// A handle: copies share the store.
export class mapped_rows {
public:
    /// Columns are called as `store_columns` calls them. A target of classes may be read as numbers where these are their names. Throws
    /// `data_error` for a column that is not there, and for a target that is not of this kind.
    mapped_rows(row_store store, std::vector<std::string> const& columns, target_kind kind);

    /// From now on column j shows (x − mean)/deviation.
    void rescale(vector mean, vector deviation);

    inline row_store const& store() const { return store_; }
    /// Whether what it shows has no more digits than four bytes hold.
    inline bool fits_four_bytes() const { return store_.size().element == 4 && mean_.size() == 0; }
    inline row_index rows() const { return store_.size().rows; }
    inline std::size_t columns() const { return columns_; }

    /// Throws `data_error` when the block is not as it was written.
    row_block block(std::size_t i, block_buffer& buffer) const;
    void request(std::span<row_index const> indices, packed_rows& rows) const;
    void collect(packed_rows& rows) const;

private:
    /// Neighbours in the store that are neighbours here, too.
    struct number_run {
        std::size_t from, to, count;
    };
    struct category {
        std::size_t from;
        std::vector<std::size_t> place;  // of each code: where its indicator is, or `nowhere`
    };
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    template <class Element>
    void unpack(char const* record, double* row, double& target) const;
    void unpack_record(char const* record, double* row, double& target) const;
    [[noreturn]] void refuse_code() const;

    row_store store_;
    std::size_t columns_;
    std::vector<std::size_t> ones_;  // where the intercept is
    std::vector<number_run> numbers_;
    std::vector<category> categories_;
    std::vector<double> target_of_;            // what a code of the target stands for; empty: it is a number itself
    vector mean_, deviation_;                  // empty: columns are as they are stored
    std::shared_ptr<std::atomic<int>> ahead_;  // so many requests more are to be made in advance
};

static_assert(RowSource<mapped_rows>);

}  // namespace firefly
