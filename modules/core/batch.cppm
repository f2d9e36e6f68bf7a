/// A few data, packed: what a row source fills, a bound annotates and a density evaluates.
///
/// Structure of arrays, always in double, so that an evaluation is one matrix–vector product and loops over contiguous numbers.
/// Storage only grows: once a chain has seen its largest batch, nothing is allocated any more.
module;
#include <algorithm>
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

/// What depends on the datum and not on θ. What follows `target` is the bound's: see `Bound::annotate`.
export class batch {
public:
    inline batch(std::size_t columns, std::size_t width, std::size_t regions = 1)
        : columns_(columns), width_(width), regions_(regions) {}

    inline std::size_t size() const { return index.size(); }
    inline std::size_t columns() const { return columns_; }
    inline std::size_t width() const { return width_; }
    inline std::size_t regions() const { return regions_; }
    inline matrix_view view() const { return {rows.data(), size(), columns_}; }
    /// The bound's curvatures in a region.
    inline vector_view curvature_in(std::size_t region) const { return region + 1 < regions_ ? sharp : curvature; }
    inline vector_out row(std::size_t i) { return {rows.data() + i * columns_, columns_}; }

    inline void resize(std::size_t size) {
        index.resize(size);
        rows.resize(size * columns_);
        target.resize(size);
        anchor.resize(size * width_);
        curvature.resize(size);
        if (regions_ == 1) return;
        sharp.resize(size);
        reach.resize(size);
    }

    /// Datum i of another batch becomes the last of this one.
    inline void append(batch const& from, std::size_t i) {
        resize(size() + 1);
        copy(from, i, size() - 1);
    }

    /// The last datum takes the place of datum i.
    inline void replace_by_last(std::size_t i) {
        if (i + 1 != size()) copy(*this, size() - 1, i);
        resize(size() - 1);
    }

    std::vector<row_index> index;
    std::vector<double> rows;       // size × columns
    std::vector<double> target;     // size
    std::vector<double> anchor;     // size × width: the predictor η* at which the bound touches
    std::vector<double> curvature;  // size: the curvature k of the bound that holds everywhere
    // Where there is an inner region:
    std::vector<double> sharp;  // size: the curvature there
    std::vector<double> reach;  // size: how far the predictor may move there

private:
    inline void copy(batch const& from, std::size_t source, std::size_t here) {
        index[here] = from.index[source];
        std::copy_n(from.rows.begin() + source * columns_, columns_, rows.begin() + here * columns_);
        target[here] = from.target[source];
        std::copy_n(from.anchor.begin() + source * width_, width_, anchor.begin() + here * width_);
        curvature[here] = from.curvature[source];
        if (regions_ == 1) return;
        sharp[here] = from.sharp[source];
        reach[here] = from.reach[source];
    }

    std::size_t columns_;
    std::size_t width_;
    std::size_t regions_;
};

/// What depends on θ too: one entry a datum of some batch (`delta`: one for each predictor).
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
        for (std::size_t k = 0; k < width; ++k) delta.push_back(from.delta[i * width + k]);
        gap.push_back(from.gap[i]);
        log_factor.push_back(from.log_factor[i]);
    }

    inline void replace_by_last(std::size_t i, std::size_t width) {
        std::size_t const last = gap.size() - 1;
        for (std::size_t k = 0; k < width; ++k) delta[i * width + k] = delta[last * width + k];
        gap[i] = gap[last];
        log_factor[i] = log_factor[last];
        resize(last, width);
    }

    inline static auto members(auto& self) { return std::tie(self.delta, self.gap, self.log_factor); }
    friend bool operator==(evaluation const&, evaluation const&) = default;
};

}  // namespace firefly
