/// The whitened predictors of all data, where they take little memory: data that become bright need not be whitened then.
///
///     T_n = (Eᵀ ⊗ x_nᵀ) L⁻ᵀ,   A = L Lᵀ the precision of the inner Gaussian,   E: `contrasts`
///
/// One table serves all chains. Cost: O(N D²) once, on as many threads as a pass may use; 8 bytes for each number of a padded row.
module;
#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

export module firefly.samplers:white_table;

import firefly.external;
import firefly.core;
import firefly.data;
import :contrasts;

namespace firefly {

/// The most memory that such a table takes, unless somebody says otherwise.
export inline constexpr std::size_t usual_white_bytes = std::size_t(256) << 20;

class white_table {
public:
    /// Of no data where the table would take more than `most_bytes`, or more than there is.
    template <RowSource Rows>
    white_table(Rows const& rows, contrasts const& basis, triangular_inverse const& scale, std::size_t most_bytes)
        : each_(basis.count()), stride_(padded(scale.dimension()) / 8) {
        std::size_t const size = scale.dimension();
        if (size == 0) return;  // there is no Gaussian
        if (rows.rows() > most_bytes / (sizeof(eight_numbers) * each_ * stride_)) return;
        try {
            lines_.resize(rows.rows() * each_ * stride_);
        } catch (std::bad_alloc const&) {
            return;  // it only saves time
        }
        for_each_block(rows, [&](row_block const& block) {
            constexpr std::size_t some = 256;  // rows at a time: their copies stay in the cache
            std::vector<double> stacked, white(some * each_ * size), memory;
            for (std::size_t first = 0; first < block.rows.rows; first += some) {
                std::size_t const count = std::min(some, block.rows.rows - first);
                auto const row = [&](std::size_t i) { return block.rows.dense_row(first + i, memory); };
                scale.whiten_rows(count * each_, basis.stack(count, row, stacked), white);
                for (std::size_t i = 0; i < count * each_; ++i)
                    std::copy_n(white.begin() + i * size, size, lines_[((block.first + first) * each_ + i) * stride_].each.begin());
            }
        });
    }

    inline bool is_empty() const { return lines_.empty(); }
    /// Row n is going to be asked for.
    inline void expect(row_index n) const {
        constexpr std::size_t enough = 16;  // lines: those behind them come by themselves when the first are read
        if (is_empty()) return;
        for (std::size_t k = 0; k < std::min(each_ * stride_, enough); ++k) __builtin_prefetch(&lines_[n * each_ * stride_ + k]);
    }
    /// Predictor j of row n, with zeros behind it up to a multiple of eight numbers.
    inline double const* row(row_index n, std::size_t j) const { return lines_[(n * each_ + j) * stride_].each.data(); }

private:
    std::size_t each_;    // predictors of a datum
    std::size_t stride_;  // lines of a predictor
    std::vector<eight_numbers> lines_;
};

}  // namespace firefly
