/// Rows of a regression whose noise has a scale that is sampled: the target becomes a feature.
///
///     y = x·β + o + σε,   θ = (β̃, τ) = (β/σ, 1/σ):   η = (x, −(y − o))·θ = −ε
///
/// So the standardized residual is linear in θ, and a likelihood of location with the target 0 and the scale 1 sees it. What else the change
/// of variables brings is a function of θ alone (`noise_prior`). A target of several numbers has an offset o and a weight at its end
/// (`adjusted`): the offset joins y, the weight stays.
///
/// Nothing is stored twice: rows are made of those of the source when they are read. Whatever number the source shows as y is the one that
/// all sums see, rounded or not. Cost: a copy of each row that is read.
module;
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

export module firefly.data:noise_rows;

import firefly.external;
import firefly.core;
import firefly.teams;
import :block_sum;
import :shared_rows;

namespace firefly {

/// Weighted moments of the targets less their offsets: a sum over blocks.
export struct target_moments {
    double weight = 0;  // Σω
    double mean = 0;
    double squares = 0;  // Σω(y − mean)²

    /// Of two sets together (Chan, Golub & LeVeque 1983): nothing cancels where the mean is far from zero.
    inline target_moments& operator+=(target_moments const& other) {
        double const all = weight + other.weight, apart = other.mean - mean;
        if (!(all > 0)) return *this;
        squares += other.squares + apart * apart * (weight / all) * other.weight;
        mean += apart * (other.weight / all);
        weight = all;
        return *this;
    }
    /// √(Σω(y − mean)²/Σω).
    double deviation() const;
    /// √(Σωy²/Σω).
    double root_mean_square() const;

    inline static auto members(auto& self) { return std::tie(self.weight, self.mean, self.squares); }
};

/// Throws `invalid_argument` for targets of this many numbers, which are no y and no y with an offset and a weight behind.
void check_noisy_target(std::size_t numbers);

/// One target of a source: y less its offset, and its weight.
struct noisy_target {
    double value, weight;

    inline explicit noisy_target(vector_view numbers)
        : value(numbers.size() < 3 ? numbers[0] : numbers[0] - numbers[numbers.size() - 2]),
          weight(numbers.size() < 3 ? 1 : numbers.back()) {}
};

/// One pass. Throws `invalid_argument` for targets that are neither a number nor one with an offset and a weight behind.
export template <RowSource Source>
target_moments moments_of_targets(Source const& source) {
    std::size_t const numbers = layout_of(source).target;
    check_noisy_target(numbers);
    return sum_over_blocks(source, target_moments{}, [&](target_moments& sum, row_block const& block) {
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            noisy_target const target(block.target.subspan(i * numbers, numbers));
            sum += target_moments{target.weight, target.value, 0};
        }
    });
}

/// D + 1 columns: those of the source, and −(y − o). Holds the source.
export template <RowSource Source>
class noise_rows {
public:
    /// Throws `invalid_argument` for targets that are neither a number nor one with an offset and a weight behind.
    explicit noise_rows(Source source) : source_(std::move(source)) { check_noisy_target(layout_of(source_).target); }

    inline Source const& source() const { return source_; }

    inline row_index rows() const { return source_.rows(); }
    inline std::size_t columns() const { return source_.columns() + 1; }
    inline row_layout layout() const {
        row_layout const from = layout_of(source_);
        return {from.columns + 1, from.stored, from.target};
    }

    auto parts() const
        requires SharedRows<Source>
    {
        return source_.parts();
    }
    noise_rows alone() const
        requires SharedRows<Source>
    {
        return noise_rows(source_.alone());
    }

    row_block block(std::size_t i, block_buffer& buffer) const {
        if (buffer.inner.empty()) buffer.inner.resize(1);
        row_block const from = source_.block(i, buffer.inner.front());
        std::size_t const size = from.rows.rows, numbers = layout().target, width = from.rows.common.columns;
        buffer.rows.resize(size * (width + 1));
        buffer.target.assign(from.target.begin(), from.target.end());
        for (std::size_t r = 0; r < size; ++r)
            make_row(from.rows.common.row(r), vector_out(buffer.target).subspan(r * numbers, numbers),
                     buffer.rows.data() + r * (width + 1));
        return {from.first, feature_rows(matrix_view(buffer.rows.data(), size, width + 1), from.rows.before, from.rows.groups),
                buffer.target};
    }

    /// The source fills its own columns of a row, and finds room behind them for the one that it does not know.
    void request(std::span<row_index const> indices, packed_rows& wanted) const {
        wanted.set_layout(layout_of_source());
        source_.request(indices, wanted);
        wanted.set_layout(layout());
    }

    void collect(packed_rows& wanted) const {
        std::size_t const numbers = layout().target;
        wanted.set_layout(layout_of_source());
        source_.collect(wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            double* const row = wanted.copy(i).data();
            make_row(wanted.row(i).first(source_.columns()), vector_out(wanted.target).subspan(i * numbers, numbers), row);
            wanted.refer(i, nullptr);
        }
        wanted.set_layout(layout());
    }

private:
    /// As long as that of these rows.
    inline row_layout layout_of_source() const {
        row_layout const from = layout_of(source_);
        return {from.columns, from.stored + 1, from.target};
    }

    /// From x and a target of the source, which becomes that of the row. `row` may be where x lies.
    inline void make_row(vector_view x, vector_out target, double* row) const {
        if (row != x.data()) std::ranges::copy(x, row);
        row[x.size()] = -noisy_target(target).value;
        target[0] = 0;
        if (target.size() >= 3) target[target.size() - 2] = 0;
    }

    Source source_;
};

}  // namespace firefly
