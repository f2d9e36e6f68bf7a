/// Rows of features that are made when they are read, of raw rows that another source holds: codes, and numbers before splines and
/// polynomials. Memory is that of the raw rows, whatever the formula makes of them.
///
/// Behind the features of a row comes whatever the source has behind the inputs, with the row's offset among it where the formula has one:
/// what `case_layout` takes off. Cost: `design::expand` for each row that is read.
module;
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

export module firefly.formulas:designed_rows;

import firefly.core;
import firefly.data;
import :design;

namespace firefly {

/// Holds the source; copies share the design. The source's rows are raw: all have been expanded once, so that none fails.
export template <RowSource Source>
class designed_rows {
public:
    /// The offset comes after the first `before_offset` numbers behind the features.
    designed_rows(Source source, std::shared_ptr<design const> how, std::size_t before_offset = 0)
        : source_(std::move(source)),
          design_(std::move(how)),
          before_(before_offset),
          behind_(source_.columns() - design_->inputs().size()) {}

    inline design const& made_by() const { return *design_; }
    /// From now on columns are shown on this scale. At most once.
    inline void rescale(column_scale scale) { scale_ = std::move(scale); }

    inline row_index rows() const { return source_.rows(); }
    inline std::size_t columns() const { return design_->features().size() + design_->has_offset() + behind_; }

    row_block block(std::size_t i, block_buffer& buffer) const {
        if (buffer.inner.empty()) buffer.inner.resize(1);
        row_block const from = source_.block(i, buffer.inner.front());
        buffer.rows.resize(from.rows.rows * columns());
        for (std::size_t r = 0; r < from.rows.rows; ++r) make_row(from.rows.row(r).data(), buffer.rows.data() + r * columns());
        return {from.first, {buffer.rows.data(), from.rows.rows, columns()}, from.target};
    }

    void request(std::span<row_index const> indices, packed_rows& wanted) const {
        packed_rows& raw = raw_rows();
        source_.request(indices, raw);
        wanted.request(indices);
    }

    void collect(packed_rows& wanted) const {
        packed_rows& raw = raw_rows();
        source_.request(wanted.index, raw);
        source_.collect(raw);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            make_row(raw.row(i).data(), wanted.copy(i).data());
            wanted.target[i] = raw.target[i];
        }
    }

private:
    /// This thread's own, so that an iteration allocates nothing.
    packed_rows& raw_rows() const {
        thread_local packed_rows rows{std::size_t{0}};
        if (rows.columns() != source_.columns()) rows = packed_rows(source_.columns());
        return rows;
    }

    inline void make_row(double const* raw, double* row) const {
        thread_local design::scratch work;
        design_->expand(raw, row, work);
        double const* const behind = raw + design_->inputs().size();
        double* out = std::copy_n(behind, before_, row + design_->features().size());
        if (design_->has_offset()) *out++ = design_->offset(raw);
        std::copy_n(behind + before_, behind_ - before_, out);
        scale_.show(row, 1);
    }

    Source source_;
    std::shared_ptr<design const> design_;
    std::size_t before_, behind_;
    column_scale scale_;
};

}  // namespace firefly
