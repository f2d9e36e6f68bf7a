/// Rows of features that are made when they are read, of raw rows that another source holds: codes, and numbers before splines and
/// polynomials. Memory is that of the raw rows, whatever the formula makes of them.
///
/// Behind the features of a row comes whatever the source has behind the inputs, with the row's offset among it where the formula has one:
/// what `case_layout` takes off. The levels of groups come between the two, as codes in a block and as zeros and ones in a row that is asked for.
/// Targets are those of the source, or made of them by the formula where the source has them as they were read.
/// Cost: `design::expand` for each row that is read.
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    /// The offset comes after the first `before_offset` numbers behind the features. `raw_target`: the source has not computed the target.
    designed_rows(Source source, std::shared_ptr<design const> how, std::size_t before_offset = 0, bool raw_target = false)
        : source_(std::move(source)),
          design_(std::move(how)),
          raw_target_(raw_target && !design_->target_is_column()),
          before_(before_offset),
          behind_(source_.columns() - design_->inputs().size()) {
        for (auto const& group : design_->groups()) levels_ += group.levels.size();
    }

    inline design const& made_by() const { return *design_; }
    /// What the rows are made of.
    inline Source const& raw() const { return source_; }
    /// From now on columns are shown on this scale. At most once.
    inline void rescale(column_scale scale) { scale_ = std::move(scale); }

    inline row_index rows() const { return source_.rows(); }
    inline std::size_t columns() const { return common() + levels_; }

    row_block block(std::size_t i, block_buffer& buffer) const {
        if (buffer.inner.empty()) buffer.inner.resize(1);
        row_block const from = source_.block(i, buffer.inner.front());
        std::size_t const size = from.rows.rows, groups = design_->groups().size();
        buffer.rows.resize(size * common());
        buffer.codes.resize(size * groups);
        buffer.values.resize(size * groups);
        auto& [codes, values] = levels_of_row();
        for (std::size_t r = 0; r < size; ++r) {
            double const* const raw = from.rows.common.row(r).data();
            make_row(raw, buffer.rows.data() + r * common());
            design_->find_levels(raw, codes.data(), values.data());
            for (std::size_t g = 0; g < groups; ++g) {
                buffer.codes[g * size + r] = codes[g];
                buffer.values[g * size + r] = values[g];
            }
        }
        show_groups(size, buffer);
        return {from.first,
                feature_rows(matrix_view(buffer.rows.data(), size, common()), design_->features().size(), buffer.groups),
                raw_target_ ? made_targets(from.target, buffer) : from.target};
    }

    void request(std::span<row_index const> indices, packed_rows& wanted) const {
        packed_rows& raw = raw_rows();
        source_.request(indices, raw);
        wanted.request(indices);
    }

    void collect(packed_rows& wanted) const {
        packed_rows& raw = raw_rows();
        // Asked for twice, rows in a store would be fetched in advance twice.
        if (!std::ranges::equal(raw.index, wanted.index)) source_.request(wanted.index, raw);
        source_.collect(raw);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            double* const row = wanted.copy(i).data();
            make_row(raw.row(i).data(), row);
            if (levels_ > 0) insert_levels(raw.row(i).data(), row);
            wanted.target[i] = raw_target_ ? design_->target(&raw.target[i]) : raw.target[i];
        }
    }

private:
    /// Columns that are numbers.
    inline std::size_t common() const { return design_->features().size() + design_->has_offset() + behind_; }

    /// One number of each for every group: this thread's own.
    struct row_levels {
        std::vector<std::uint32_t> codes;
        std::vector<double> values;
    };
    row_levels& levels_of_row() const {
        thread_local row_levels levels;
        levels.codes.resize(design_->groups().size());
        levels.values.resize(levels.codes.size());
        return levels;
    }

    vector_view made_targets(vector_view from, block_buffer& buffer) const {
        buffer.target.resize(from.size());
        for (std::size_t r = 0; r < from.size(); ++r) buffer.target[r] = design_->target(&from[r]);
        return buffer.target;
    }

    /// Makes the views of a block's codes.
    void show_groups(std::size_t size, block_buffer& buffer) const {
        buffer.groups.clear();
        for (std::size_t g = 0; g < design_->groups().size(); ++g) {
            auto const& group = design_->groups()[g];
            vector_view const values = vector_view(buffer.values).subspan(g * size, size);
            buffer.groups.push_back(
                {group.levels.size(), std::span(buffer.codes).subspan(g * size, size), group.is_slope() ? values : vector_view()});
        }
    }

    /// Puts the columns of all levels between the features and what is behind them.
    void insert_levels(double const* raw, double* row) const {
        double* to = row + design_->features().size();
        std::move_backward(to, row + common(), row + columns());
        std::fill_n(to, levels_, 0.0);
        auto& [codes, values] = levels_of_row();
        design_->find_levels(raw, codes.data(), values.data());
        for (std::size_t g = 0; g < codes.size(); to += design_->groups()[g].levels.size(), ++g)
            if (codes[g] != no_level) to[codes[g]] = values[g];
    }

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
    bool raw_target_;
    std::size_t before_, behind_;
    std::size_t levels_ = 0;  // of all groups
    column_scale scale_;
};

}  // namespace firefly
