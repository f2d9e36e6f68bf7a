/// Rows in a store: a row source that is as large as the disk.
///
/// `block` reads in order, so that set-up is a few sequential passes, and checks each block when it is read for the first time. `collect`
/// touches the pages of its rows and no other. Rows are copied to where they are asked for, in double; intercept and indicators are made
/// on the way, and columns are shown on the scale that was asked for.
///
/// Pages that are in memory are found there and cost what memory costs. Those that are not are waited for, and whoever had to wait asks for
/// his next rows in advance, all at once: a disk serves many requests in the time of one. The request itself is one system call per row, as long as an
/// iteration in memory: therefore not always.
module;
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

export module firefly.data:mapped_rows;

import firefly.core;
import :coded_columns;
import :column_scale;
import :data_set;
import :row_store;

namespace firefly {

/// A handle: copies share the store.
export class mapped_rows {
public:
    /// Columns are called as `feature_names` calls them, or, where categories are places, as the store does. A target of classes may be read as numbers where these are their names. Throws
    /// `data_error` for a column that is not there, and for a target that is not of this kind.
    mapped_rows(row_store store, std::vector<std::string> const& columns, target_kind kind,
                category_form form = category_form::indicators);

    /// From now on columns are shown on this scale.
    inline void rescale(column_scale scale) { scale_ = std::move(scale); }

    inline row_store const& store() const { return store_; }
    /// Whether what it shows has no more digits than four bytes hold.
    inline bool fits_four_bytes() const { return store_.size().element == 4 && !scale_.changes(); }
    inline row_index rows() const { return store_.size().rows; }
    inline std::size_t columns() const { return layout_.features(); }

    /// Throws `data_error` when the block is not as it was written.
    row_block block(std::size_t i, block_buffer& buffer) const;
    void request(std::span<row_index const> indices, packed_rows& rows) const;
    void collect(packed_rows& rows) const;

private:
    template <class Element>
    void unpack(char const* record, double* row, double& target) const;
    void unpack_record(char const* record, double* row, double& target) const;

    row_store store_;
    feature_layout layout_;
    std::vector<double> target_of_;  // what a code of the target stands for; empty: it is a number itself
    column_scale scale_;
    std::shared_ptr<std::atomic<int>> ahead_;  // how many more requests are to be made in advance
};

static_assert(RowSource<mapped_rows>);

}  // namespace firefly
