/// Keeps the whitened predictors of the bright data beside their packed rows: what `bright_frame` is made of.
///
///     T = (Eᵀ ⊗ xᵀ) L⁻ᵀ,   A = L Lᵀ the precision of the inner Gaussian,   E: `contrasts`
///     C = Eᵀ(S − S_least)E,   S the inner bound's curvature, S_least what the truth's is at least (`CurvedBound`)
///
/// A bound without an inner region has no such least to speak of (zero, mostly): there the truth's curvature at the anchor serves.
/// A datum is whitened once, when it is first asked for after it became bright: O(KD²·K). Its whitened rows then stay where they are, in a
/// slot of their own: only numbers of slots move as z changes. Where there is a `white_table`, they are there already.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:frame_keeper;

import firefly.external;
import firefly.core;
import :contrasts;
import :joint;
import :white_table;

namespace firefly {

/// What a bound must know of a datum to weigh it; nothing where it does not weigh.
template <CurvedBound B>
struct shape_of {
    struct type {};
};
template <WeighingBound B>
struct shape_of<B> {
    using type = decltype(std::declval<B const&>().shape(std::declval<batch<typename B::notes> const&>(), 0));
};

template <Model M, CurvedBound B>
class frame_keeper {
public:
    using packed = batch<typename B::notes>;

    /// `layout` is that of the packed rows: bends may depend on all numbers of a target.
    frame_keeper(row_layout layout, std::size_t width) : contrasts_(width), fresh_(layout) {
        frame_.rows_each = contrasts_.count();
    }

    inline bright_frame const& frame() const { return frame_; }
    /// Where in the packed list the frame's datum i stands.
    inline std::size_t position(std::size_t i) const { return positions_[i]; }

    /// What the bound must know of the frame's datum i to weigh it.
    inline auto const& shape(std::size_t i) const
        requires WeighingBound<B>
    {
        return shape_[place_[position(i)].slot];
    }

    /// Row n became the last of the bright ones.
    inline void append(row_index n) {
        order_.insert(find(n), {n, place_.size()});
        if (free_.empty()) free_.push_back(slots_++);
        place_.push_back({free_.back(), false});
        free_.pop_back();
        if (table_ != nullptr) table_->expect(n);
    }
    /// Bright datum i goes, and the last takes its place; `index` are the rows of the bright data, datum i still among them.
    inline void replace_by_last(std::size_t i, std::span<row_index const> index) {
        find(index.back())->position = i;
        order_.erase(find(index[i]));
        free_.push_back(place_[i].slot);
        place_[i] = place_.back();
        place_.pop_back();
    }

    /// The bright data are those of another, in the same places; none of them is whitened yet.
    inline void follow(frame_keeper const& other) {
        order_ = other.order_;
        for (place const& own : place_) free_.push_back(own.slot);
        place_.clear();
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (free_.empty()) free_.push_back(slots_++);
            place_.push_back({free_.back(), false});
            free_.pop_back();
        }
        if (table_ != nullptr)
            for (ranked const& datum : order_) table_->expect(datum.index);
    }

    /// The gap of the inner bound of the frame's datum i with its predictors at u; −1 where that bound does not hold.
    inline double inner_gap(B const& bound, packed const& bright, std::size_t i, vector_view u) const {
        std::size_t const at = position(i), width = contrasts_.width();
        auto const gap = [&](vector_view delta) {
            return bound.is_within_reach(bright, at, delta) ? bound.gap_of(0, bright, at, delta) : -1;
        };
        if (width == 1) return gap(u);
        std::array<double, most_predictors> expanded;
        contrasts_.expand(u, vector_out(expanded).first(width));
        return gap(vector_view(expanded).first(width));
    }

    /// The frame of these bright data with these values, in the order of their indices.
    bright_frame& build(joint<M, B> const& target, packed const& bright, evaluation const& values) {
        complete(target, bright);
        std::size_t const size = bright.size(), each = frame_.rows_each, bend = each * each, width = contrasts_.width();
        frame_.index.resize(size);
        frame_.rows.resize(size * each);
        frame_.bend.resize(size * bend);
        frame_.u.resize(size * each);
        frame_.gap.resize(size);
        frame_.factor.resize(size);
        positions_.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            std::size_t const at = positions_[i] = order_[i].position, slot = place_[at].slot;
            frame_.index[i] = order_[i].index;
            for (std::size_t j = 0; j < each; ++j)
                frame_.rows[i * each + j] = table_->is_empty() ? row(slot, j) : table_->row(order_[i].index, j);
            std::copy_n(bend_.begin() + slot * bend, bend, frame_.bend.begin() + i * bend);
            contrasts_.reduce(vector_view(values.delta).subspan(at * width, width), vector_out(frame_.u).subspan(i * each, each));
            frame_.gap[i] = values.gap[at];
            frame_.factor[i] = values.factor[at];
        }
        return frame_;
    }

    /// The same data, those first that are independent of the ones before them; of one predictor each.
    void separate(double least_pivot) {
        std::size_t const size = frame_.u.size();
        products_.resize(size * padded(size));
        multiply_row_pairs({frame_.rows, row_size_}, products_);
        find_dependence(size, products_, least_pivot, frame_.dependence);
        auto const put_in_order = [&](auto& values, auto& before) {
            before = values;
            for (std::size_t i = 0; i < size; ++i) values[i] = before[frame_.dependence.order[i]];
        };
        put_in_order(frame_.index, index_before_);
        put_in_order(frame_.rows, rows_before_);
        for (auto* const numbers : {&frame_.bend, &frame_.u, &frame_.gap, &frame_.factor}) put_in_order(*numbers, numbers_before_);
        put_in_order(positions_, positions_before_);
    }

    /// The predictors of these bright data before whitening, in the order of the frame.
    inline vector_view stacked(packed const& bright) {
        return contrasts_.stack(bright.size(), [&](std::size_t i) { return bright.row(position(i)); }, stacked_);
    }

    /// Predictors and gaps in the order of the frame become those of the packed list.
    void unpack(vector_view u, vector_view gaps, evaluation& values) const {
        std::size_t const each = frame_.rows_each, width = contrasts_.width();
        for (std::size_t i = 0; i < gaps.size(); ++i) {
            std::size_t const at = position(i);
            contrasts_.expand(u.subspan(i * each, each), vector_out(values.delta).subspan(at * width, width));
            values.gap[at] = gaps[i];
        }
    }

private:
    struct ranked {
        row_index index;
        std::size_t position;
    };
    struct place {
        std::size_t slot;
        bool is_filled;
    };

    /// Where row n stands in the order, or would stand.
    inline auto find(row_index n) { return std::ranges::lower_bound(order_, n, {}, &ranked::index); }

    /// The whitened predictor j of a slot.
    inline double* row(std::size_t slot, std::size_t j) {
        return white_rows_[(slot * frame_.rows_each + j) * padded(row_size_) / 8].each.data();
    }

    /// Whitens what is not yet.
    void complete(joint<M, B> const& target, packed const& bright) {
        if (table_ == nullptr) table_ = &target.white();  // which all chains share, and which one of them has to make
        row_size_ = target.dimension();
        std::size_t const each = frame_.rows_each, bend = each * each;
        bend_.resize(slots_ * bend);
        shape_.resize(slots_);
        fresh_.clear();
        fresh_slots_.clear();
        for (std::size_t i = 0; i < bright.size(); ++i)
            if (!std::exchange(place_[i].is_filled, true)) {
                fresh_.append(bright, i);
                fresh_slots_.push_back(place_[i].slot);
            }
        measure_bends(target);
        if (table_->is_empty()) whiten(target.inner().scale);
        std::size_t const square = contrasts_.width() * contrasts_.width();
        for (std::size_t i = 0; i < fresh_slots_.size(); ++i) {
            std::size_t const slot = fresh_slots_[i];
            contrasts_.reduce_matrix(vector_view(second_).subspan(i * square, square),
                                     vector_out(bend_).subspan(slot * bend, bend));
            if constexpr (WeighingBound<B>) shape_[slot] = target.bound().shape(fresh_, i);
        }
    }

    /// Brings the whitened predictors of the fresh data into their slots.
    void whiten(triangular_inverse const& scale) {
        std::size_t const each = frame_.rows_each;
        white_rows_.resize(slots_ * each * padded(row_size_) / 8);
        white_.resize(fresh_slots_.size() * each * row_size_);
        scale.whiten_rows(fresh_slots_.size() * each,
                          contrasts_.stack(fresh_.size(), [&](std::size_t i) { return fresh_.row(i); }, stacked_), white_);
        for (std::size_t i = 0; i < fresh_slots_.size(); ++i)
            for (std::size_t j = 0; j < each; ++j)
                std::copy_n(white_.begin() + (i * each + j) * row_size_, row_size_, row(fresh_slots_[i], j));
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
    white_table const* table_ = nullptr;
    std::vector<ranked> order_;           // by index
    std::vector<place> place_;            // of each packed row
    std::vector<std::size_t> positions_;  // of the frame's data among the packed rows
    std::size_t slots_ = 0;               // in use or free
    std::vector<std::size_t> free_;
    // Of each slot:
    std::vector<eight_numbers> white_rows_;
    std::vector<double> bend_;
    std::vector<typename shape_of<B>::type> shape_;
    std::size_t row_size_ = 0;
    // Those that are whitened now:
    packed fresh_;
    std::vector<std::size_t> fresh_slots_;
    std::vector<double> stacked_, white_, first_, second_, least_;
    // What `separate` needs:
    std::vector<double> products_, numbers_before_;
    std::vector<row_index> index_before_;
    std::vector<double const*> rows_before_;
    std::vector<std::size_t> positions_before_;
};

/// What stands in its place where the bound does not say how curved it is.
struct no_frame {
    inline no_frame(row_layout, std::size_t) {}
    inline void append(row_index) {}
    inline void replace_by_last(std::size_t, std::span<row_index const>) {}
    inline void follow(no_frame const&) {}
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
