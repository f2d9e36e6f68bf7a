/// A few data, packed: what a row source fills, a bound annotates and a density evaluates.
///
/// Structure of arrays, always in double, so that an evaluation is one matrix–vector product and loops over contiguous numbers.
/// Storage only grows: once a chain has seen its largest batch, nothing is allocated any more.
module;
#include <concepts>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

export module firefly.core:batch;

import firefly.numeric;

namespace firefly {

/// Some consecutive rows of a source: a view of the source's own memory, or of a buffer that it filled.
export struct row_block {
    row_index first = 0;
    matrix_view rows;
    vector_view target;
};

/// Where a source that has no rows of doubles in memory puts a block. Kept by the caller, so that blocks share one buffer.
export struct block_buffer {
    std::vector<double> rows;
    std::vector<double> target;
};

/// Of arrays with `width` elements per row: row i of another array becomes the last. An array that is not in use has no rows.
export template <class Element>
inline void append_row(std::vector<Element>& to, std::vector<Element> const& from, std::size_t i, std::size_t width = 1) {
    if (from.empty()) return;
    auto const first = from.begin() + i * width;
    to.insert(to.end(), first, first + width);
}

/// The last row takes the place of row i.
export template <class Element>
inline void replace_row_by_last(std::vector<Element>& rows, std::size_t i, std::size_t width = 1) {
    if (rows.empty()) return;
    std::size_t const last = rows.size() - width;
    for (std::size_t k = 0; k < width; ++k) rows[i * width + k] = rows[last + k];
    rows.resize(last);
}

/// The rows themselves: what a `RowSource` fills.
export class packed_rows {
public:
    inline explicit packed_rows(std::size_t columns) : columns_(columns) {}

    inline std::size_t size() const { return index.size(); }
    inline std::size_t columns() const { return columns_; }
    inline matrix_view view() const { return {rows.data(), size(), columns_}; }
    inline vector_view row(std::size_t i) const { return {rows.data() + i * columns_, columns_}; }
    inline vector_out row(std::size_t i) { return {rows.data() + i * columns_, columns_}; }

    inline void resize(std::size_t size) {
        index.resize(size);
        rows.resize(size * columns_);
        target.resize(size);
    }

    /// Row i of others becomes the last of these.
    inline void append(packed_rows const& from, std::size_t i) {
        append_row(index, from.index, i);
        append_row(rows, from.rows, i, columns_);
        append_row(target, from.target, i);
    }

    /// The last row takes the place of row i.
    inline void replace_by_last(std::size_t i) {
        replace_row_by_last(index, i);
        replace_row_by_last(rows, i, columns_);
        replace_row_by_last(target, i);
    }

    std::vector<row_index> index;
    std::vector<double> rows;    // size × columns
    std::vector<double> target;  // size

private:
    std::size_t columns_;
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
    std::vector<double> delta;       // size × width: x·(θ − anchor)
    std::vector<double> gap;         // size: log L − log B
    std::vector<double> log_factor;  // size: log L̃ = log(e^gap − 1)

    inline void resize(std::size_t size, std::size_t width) {
        delta.resize(size * width);
        gap.resize(size);
        log_factor.resize(size);
    }

    inline void append(evaluation const& from, std::size_t i, std::size_t width) {
        append_row(delta, from.delta, i, width);
        append_row(gap, from.gap, i);
        append_row(log_factor, from.log_factor, i);
    }

    inline void replace_by_last(std::size_t i, std::size_t width) {
        replace_row_by_last(delta, i, width);
        replace_row_by_last(gap, i);
        replace_row_by_last(log_factor, i);
    }

    inline static auto members(auto& self) { return std::tie(self.delta, self.gap, self.log_factor); }
    friend bool operator==(evaluation const&, evaluation const&) = default;
};

}  // namespace firefly
