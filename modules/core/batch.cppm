/// A few data, packed: what a row source fills, a bound annotates and a density evaluates.
///
/// Structure of arrays, always in double, so that an evaluation is a product per row and loops over contiguous numbers. Rows that lie in memory
/// already are not copied: most candidates are looked at once and never again.
/// Storage only grows: once a chain has seen its largest batch, nothing is allocated any more.
module;
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

export module firefly.core:batch;

import firefly.numeric;

namespace firefly {

/// How a source packs a row.
export struct row_layout {
    std::size_t columns;     // features
    std::size_t stored = 0;  // numbers that the source itself reads behind them and that are no features
    std::size_t target = 1;  // numbers of a target: what happened, and what else the likelihood must know of the datum
};

/// Some consecutive rows of a source: a view of the source's own memory, or of a buffer that it filled.
export struct row_block {
    row_index first = 0;
    feature_rows rows;
    vector_view target;  // as many numbers per row as the source's `row_layout` says
};

/// Where a source that has no rows of doubles in memory puts a block. Kept by the caller, so that blocks share one buffer.
export struct block_buffer {
    std::vector<double> rows;
    std::vector<double> target;
    std::vector<std::uint32_t> codes = {};  // of groups
    std::vector<double> values = {};        // the same
    std::vector<group_codes> groups = {};
    std::vector<block_buffer> inner = {};  // of a source that makes its rows of another's
};

/// Of arrays with `width` elements per row: row i of another array becomes the last. An array that is not in use has no rows.
export template <class Element>
inline void append_row(std::vector<Element>& to, std::vector<Element> const& from, std::size_t i, std::size_t width = 1) {
    if (from.empty()) return;
    for (std::size_t k = 0; k < width; ++k) to.push_back(from[i * width + k]);
}

/// The last row takes the place of row i.
export template <class Element>
inline void replace_row_by_last(std::vector<Element>& rows, std::size_t i, std::size_t width = 1) {
    if (rows.empty()) return;
    std::size_t const last = rows.size() - width;
    for (std::size_t k = 0; k < width; ++k) rows[i * width + k] = rows[last + k];
    rows.resize(last);
}

/// The rows themselves: what a `RowSource` fills. Each is a copy, or lies where its source has it in memory.
export class packed_rows {
public:
    inline explicit packed_rows(row_layout layout) : layout_(layout) {}
    inline explicit packed_rows(std::size_t columns) : packed_rows(row_layout{columns}) {}

    inline std::size_t size() const { return index.size(); }
    inline std::size_t columns() const { return layout_.columns; }
    inline row_layout const& layout() const { return layout_; }
    /// For a source that makes its rows of another's: the same numbers as the other packs them. Both take as much room per row.
    inline void set_layout(row_layout layout) { layout_ = layout; }
    inline vector_view row(std::size_t i) const { return {start(i), layout_.columns}; }
    /// All rows, until one of them changes.
    inline row_list list() const {
        if (std::ranges::find(place_, nullptr) == place_.end()) return {place_, columns()};
        listed_.resize(size());
        for (std::size_t i = 0; i < size(); ++i) listed_[i] = start(i);
        return {listed_, columns()};
    }

    /// Makes room for these rows, each to be filled: its target, and either `copy(i)` or `refer`. Numbers copied before are undefined then. A
    /// source whose targets are one number fills the first of them all, one row after the other; who has more spreads them out.
    inline void request(std::span<row_index const> indices) {
        resize(indices.size());
        std::ranges::copy(indices, index.begin());
    }
    inline void resize(std::size_t size) {
        index.resize(size);
        place_.assign(size, nullptr);
        target.resize(size * layout_.target);
    }
    /// Where the copy of row i goes, unless it lies elsewhere. All have their room before the first is asked for: none moves until the size changes.
    inline vector_out copy(std::size_t i) {
        if (copies_.size() < size() * stride()) copies_.resize(size() * stride());
        return {copies_.data() + i * stride(), stride()};
    }
    /// Row i lies there, and stays there as long as its source does.
    inline void refer(std::size_t i, double const* row) { place_[i] = row; }

    /// Row i of others becomes the last of these.
    inline void append(packed_rows const& from, std::size_t i) {
        append_row(index, from.index, i);
        append_row(target, from.target, i, layout_.target);
        place_.push_back(from.place_[i]);
        if (place_.back() == nullptr) std::copy_n(from.start(i), stride(), copy(size() - 1).data());
    }

    /// The last row takes the place of row i.
    inline void replace_by_last(std::size_t i) {
        if (place_.back() == nullptr) std::copy_n(start(size() - 1), stride(), copy(i).data());
        replace_row_by_last(place_, i);
        replace_row_by_last(index, i);
        replace_row_by_last(target, i, layout_.target);
    }

    std::vector<row_index> index;
    std::vector<double> target;

private:
    inline std::size_t stride() const { return layout_.columns + layout_.stored; }
    inline double const* start(std::size_t i) const { return place_[i] != nullptr ? place_[i] : copies_.data() + i * stride(); }

    row_layout layout_;
    std::vector<double const*> place_;           // of each row; nothing: it is a copy
    std::vector<double> copies_;                 // row i at i × stride
    mutable std::vector<double const*> listed_;  // of all rows, where some are copies
};

/// What a bound notes of packed rows, row by row: what depends on the datum and not on θ.
/// - Made empty. The bound's `annotate` makes the notes of all rows of a batch; who else moves rows about moves their notes with them:
/// - `append(from, i)`: the notes of row i of others become the last of these.
/// - `replace_by_last(i)`: those of the last row take the place of those of row i.
/// - `clear()`: of no row. Storage stays, so that nothing is allocated in an iteration.
export template <class N>
concept BoundNotes = std::default_initializable<N> && std::copyable<N> && requires(N& notes, N const& from, std::size_t i) {
    notes.append(from, i);
    notes.replace_by_last(i);
    notes.clear();
};

/// Of a bound that has nothing to note.
export struct no_notes {
    inline void append(no_notes const&, std::size_t) {}
    inline void replace_by_last(std::size_t) {}
    inline void clear() {}
};
static_assert(BoundNotes<no_notes>);

/// One `Note` per row, a struct of a few numbers: the simplest notes for a bound of your own.
export template <std::copyable Note>
class notes_of {
public:
    inline Note& operator[](std::size_t i) { return each_[i]; }
    inline Note const& operator[](std::size_t i) const { return each_[i]; }
    inline std::size_t size() const { return each_.size(); }

    inline void resize(std::size_t rows) { each_.resize(rows); }
    inline void append(notes_of const& from, std::size_t i) { each_.push_back(from.each_[i]); }
    inline void replace_by_last(std::size_t i) { replace_row_by_last(each_, i); }
    inline void clear() { each_.clear(); }

private:
    std::vector<Note> each_;
};
static_assert(BoundNotes<notes_of<double>>);

/// Rows with what a bound has noted of them.
export template <BoundNotes Notes>
class batch : public packed_rows {
public:
    using packed_rows::packed_rows;

    inline void append(batch const& from, std::size_t i) {
        packed_rows::append(from, i);
        notes.append(from.notes, i);
    }

    inline void replace_by_last(std::size_t i) {
        packed_rows::replace_by_last(i);
        notes.replace_by_last(i);
    }

    inline void clear() {
        resize(0);
        notes.clear();
    }

    Notes notes;
};

/// What depends on θ too: one entry per datum of some batch (`delta`: one for each predictor).
export struct evaluation {
    std::vector<double> delta;       // size × width: x·(θ − anchor), of several predictors up to a number that all share
    std::vector<double> gap;         // size: log L − log B
    std::vector<double> factor;      // size: L̃ = e^gap − 1
    std::vector<double> log_factor;  // size: log L̃

    inline void resize(std::size_t size, std::size_t width) {
        delta.resize(size * width);
        gap.resize(size);
        factor.resize(size);
        log_factor.resize(size);
    }

    inline void append(evaluation const& from, std::size_t i, std::size_t width) {
        append_row(delta, from.delta, i, width);
        append_row(gap, from.gap, i);
        append_row(factor, from.factor, i);
        append_row(log_factor, from.log_factor, i);
    }

    inline void replace_by_last(std::size_t i, std::size_t width) {
        replace_row_by_last(delta, i, width);
        replace_row_by_last(gap, i);
        replace_row_by_last(factor, i);
        replace_row_by_last(log_factor, i);
    }

    inline static auto members(auto& self) { return std::tie(self.delta, self.gap, self.factor, self.log_factor); }
    friend bool operator==(evaluation const&, evaluation const&) = default;
};

}  // namespace firefly
