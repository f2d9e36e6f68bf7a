/// Keeps the whitened predictors of the bright data beside their packed rows: what `bright_frame` is made of.
///
///     T = (Eᵀ ⊗ xᵀ) L⁻ᵀ,   A = L Lᵀ the precision of the inner Gaussian,   E: `contrasts`
///     C = Eᵀ(S − S_least)E,   S the inner bound's curvature, S_least what the truth's is at least (`CurvedBound`)
///
/// A bound without an inner region has no such least to speak of (zero, mostly): there the truth's curvature at the anchor serves.
/// A datum is whitened once, when it is first asked for after it became bright: O(KD²·K).
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.samplers:frame_keeper;

import firefly.external;
import firefly.core;
import :contrasts;
import :joint;

namespace firefly {

template <Model M, CurvedBound B>
class frame_keeper {
public:
    using packed = batch<typename B::notes>;

    frame_keeper(std::size_t columns, std::size_t width) : contrasts_(width), fresh_(columns) {
        frame_.rows_each = contrasts_.count();
    }

    inline contrasts const& basis() const { return contrasts_; }
    inline bright_frame const& frame() const { return frame_; }
    /// Where in the packed list the frame's datum i stands.
    inline std::size_t position(std::size_t i) const { return order_[i]; }

    /// A datum became the last of the bright ones.
    inline void append() { is_known_.push_back(false); }
    /// Bright datum i went, and the last took its place.
    inline void replace_by_last(std::size_t i) {
        std::size_t const last = is_known_.size() - 1;
        if (is_known_[last] && i != last) {
            std::size_t const rows = row_size_ * frame_.rows_each, bend = frame_.rows_each * frame_.rows_each;
            std::copy_n(rows_.begin() + last * rows, rows, rows_.begin() + i * rows);
            std::copy_n(bend_.begin() + last * bend, bend, bend_.begin() + i * bend);
        }
        is_known_[i] = is_known_[last];
        is_known_.pop_back();
    }

    /// The frame of these bright data, in the order of their indices; `u` and `gap` are left to be filled.
    bright_frame& build(joint<M, B> const& target, packed const& bright) {
        complete(target, bright);
        std::size_t const size = bright.size(), rows = row_size_ * frame_.rows_each, bend = frame_.rows_each * frame_.rows_each;
        order_.resize(size);
        for (std::size_t i = 0; i < size; ++i) order_[i] = i;
        std::ranges::sort(order_, {}, [&](std::size_t i) { return bright.index[i]; });
        frame_.index.resize(size);
        frame_.rows.resize(size * rows);
        frame_.bend.resize(size * bend);
        frame_.u.resize(size * frame_.rows_each);
        frame_.gap.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            frame_.index[i] = bright.index[order_[i]];
            std::copy_n(rows_.begin() + order_[i] * rows, rows, frame_.rows.begin() + i * rows);
            std::copy_n(bend_.begin() + order_[i] * bend, bend, frame_.bend.begin() + i * bend);
        }
        return frame_;
    }

private:
    /// Whitens what is not yet.
    void complete(joint<M, B> const& target, packed const& bright) {
        row_size_ = target.dimension();
        std::size_t const rows = row_size_ * frame_.rows_each, bend = frame_.rows_each * frame_.rows_each;
        rows_.resize(std::max(rows_.size(), bright.size() * rows));
        bend_.resize(std::max(bend_.size(), bright.size() * bend));
        fresh_.clear();
        places_.clear();
        for (std::size_t i = 0; i < bright.size(); ++i)
            if (!is_known_[i]) {
                fresh_.append(bright, i);
                places_.push_back(i);
                is_known_[i] = true;
            }
        measure_bends(target);
        std::size_t const square = contrasts_.width() * contrasts_.width();
        white_.resize(places_.size() * rows);
        target.inner().scale.whiten_rows(places_.size() * contrasts_.count(), stacked_rows(), white_);
        for (std::size_t j = 0; j < places_.size(); ++j) {
            std::size_t const i = places_[j];
            std::copy_n(white_.begin() + j * rows, rows, rows_.begin() + i * rows);
            contrasts_.reduce_matrix(vector_view(second_).subspan(j * square, square), vector_out(bend_).subspan(i * bend, bend));
        }
    }

    /// Eᵀ ⊗ xᵀ of the fresh data.
    vector_view stacked_rows() {
        if (contrasts_.width() == 1) return fresh_.rows;
        std::size_t const columns = fresh_.columns();
        stacked_.resize(fresh_.size() * row_size_ * contrasts_.count());
        double* out = stacked_.data();
        for (std::size_t i = 0; i < fresh_.size(); ++i)
            for (std::size_t j = 0; j < contrasts_.count(); ++j)
                for (std::size_t k = 0; k < contrasts_.width(); ++k)
                    for (std::size_t c = 0; c < columns; ++c) *out++ = contrasts_(k, j) * fresh_.rows[i * columns + c];
        return stacked_;
    }

    /// S − S_least of the fresh data.
    void measure_bends(joint<M, B> const& target) {
        std::size_t const width = contrasts_.width(), size = fresh_.size();
        first_.resize(size * width);
        second_.resize(size * width * width);
        least_.resize(second_.size());
        B const& bound = target.bound();
        bound.curvature(0, fresh_, second_);
        if (bound.regions() > 1)
            bound.least_curvature(0, fresh_, least_);
        else
            target.model().likelihood().derivatives(fresh_.target, bound.contact(fresh_), first_, least_);
        for (std::size_t k = 0; k < second_.size(); ++k) second_[k] -= least_[k];
    }

    contrasts contrasts_;
    bright_frame frame_;
    std::vector<std::size_t> order_;
    // In the order of the packed rows:
    std::vector<char> is_known_;
    std::vector<double> rows_, bend_;
    std::size_t row_size_ = 0;
    // Those that are whitened now:
    packed fresh_;
    std::vector<std::size_t> places_;
    std::vector<double> stacked_, white_, first_, second_, least_;
};

/// What stands in its place where the bound does not say how curved it is.
struct no_frame {
    inline no_frame(std::size_t, std::size_t) {}
    inline void append() {}
    inline void replace_by_last(std::size_t) {}
};

template <Model M, Bound B>
struct frame_of {
    using type = no_frame;
};
template <Model M, CurvedBound B>
struct frame_of<M, B> {
    using type = frame_keeper<M, B>;
};

}  // namespace firefly
