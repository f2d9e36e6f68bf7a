/// Rows of ordered categories as rows of a logistic regression: what an ordinal logit is made of.
///
///     log P(y = j) = log σ(c_j − x·β) + log σ(x·β − c_{j−1}) + a term of θ alone (`ordinal_prior`),   θ = (β, c_1, …, c_{K−1})
///
/// So a datum is one row for each cutpoint beside its category, (−x, e_j) above and (x, −e_{j−1}) below, both with target 1: two rows for a
/// category in the middle, one at either end. Rows follow each other as the data do, the upper before the lower.
///
/// A datum may have an offset o and a weight ω besides, x·β + o in place of x·β and ω log P in place of log P: a target of the source is the
/// category, o and ω. Its rows then have targets as `adjusted<binomial>` takes them: one success in one trial, −o above and o below, and ω. So the
/// sum over a category's weights takes the place of the number of its data.
///
/// Nothing is stored twice: rows are made of those of the source when they are read, and an index finds the datum of a row. It has one bit
/// per datum, whether there are two rows, and the number of rows before every 64 data: a quarter of a byte per datum. A look-up is a binary
/// search among the 64 numbers of a block, and another among 64 bits (Jacobson 1989, "Space-efficient static trees and graphs").
module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.data:ordinal_rows;

import firefly.external;
import firefly.core;
import firefly.teams;
import :block_sum;
import :shared_rows;

namespace firefly {

/// A datum, and which of its rows.
export struct ordinal_place {
    row_index datum = 0;
    bool second = false;

    friend bool operator==(ordinal_place const&, ordinal_place const&) = default;
};

/// Which datum a row belongs to.
class ordinal_index {
public:
    /// Bit n of the words says whether datum n has two rows.
    ordinal_index(row_index data, std::vector<std::uint64_t> two);

    inline row_index rows() const { return before_.back(); }
    inline bool has_two(row_index datum) const { return (two_[datum / 64] >> datum % 64 & 1) != 0; }
    /// How many rows the data before this one have.
    row_index first_row(row_index datum) const;
    ordinal_place place(row_index row) const;

private:
    std::vector<std::uint64_t> two_;
    std::vector<row_index> before_;  // rows before each word, and all of them
    std::vector<std::size_t> word_;  // of the first row of each block, and the last word
};

/// A vector of this thread's own for the places of requested rows: allocated once.
std::vector<row_index>& requested_data();

/// Throws `invalid_argument` unless the target is 0, …, categories − 1.
void check_category(double target, std::size_t categories, row_index row);
/// Throws `invalid_argument` for less than two.
void check_categories(std::size_t categories);
/// The same unless a target is the category, or has an offset and a weight behind it.
void check_target_numbers(std::size_t numbers);
/// The same unless the offset is finite and the weight is finite and not negative.
void check_case(double offset, double weight, row_index row);

/// Target i of a source, and what follows the category where there are case numbers.
struct ordinal_target {
    double category;
    double offset = 0, weight = 1;

    inline ordinal_target(vector_view targets, std::size_t numbers, std::size_t i) : category(targets[i * numbers]) {
        if (numbers == 1) return;
        offset = targets[i * numbers + 1];
        weight = targets[i * numbers + 2];
    }
};

/// The largest of some numbers: a sum over blocks.
struct largest_target {
    double value = 0;

    inline largest_target& operator+=(largest_target const& other) {
        value = value < other.value ? other.value : value;
        return *this;
    }
    inline static auto members(auto& self) { return std::tie(self.value); }
};

/// One more than the largest target. One pass. Throws `invalid_argument` for a target that is no category.
export template <RowSource Source>
std::size_t count_categories(Source const& source) {
    constexpr std::size_t most = std::size_t{1} << 20;  // beyond, targets are no categories
    std::size_t const numbers = layout_of(source).target;
    auto const largest = sum_over_blocks(source, largest_target{}, [numbers](largest_target& sum, row_block const& block) {
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            double const category = block.target[i * numbers];
            check_category(category, most, block.first + i);
            sum += largest_target{category};
        }
    });
    return static_cast<std::size_t>(largest.value) + 1;
}

/// D + K − 1 columns: those of the source, whose targets are 0, …, K − 1, and one for each cutpoint. Holds the source; copies share the index.
/// Where a team holds the source it holds these rows: each works on the blocks that begin in its data.
export template <RowSource Source>
class ordinal_rows {
public:
    /// One pass. Throws `invalid_argument` for less than two categories and for a target that is none of them, or has other case numbers.
    ordinal_rows(Source source, std::size_t categories)
        : source_(std::move(source)), categories_(categories), given_(layout_of(source_).target), counts_(zeros(categories)) {
        check_categories(categories);
        check_target_numbers(given_);
        row_share const part = share_of(source_);
        std::vector<std::uint64_t> two((part.size() + 63) / 64);
        counts_ = sum_over_blocks(source_, zeros(categories), [&](vector& sum, row_block const& block) {
            for (std::size_t i = 0; i < block.rows.rows; ++i) {
                ordinal_target const target(block.target, given_, i);
                check_category(target.category, categories, block.first + i);
                check_case(target.offset, target.weight, block.first + i);
                auto const category = static_cast<std::size_t>(target.category);
                sum(category) += target.weight;
                std::size_t const place = part.place(block.first + i);
                if (category > 0 && category < categories - 1) two[place / 64] |= std::uint64_t{1} << place % 64;
            }
        });
        index_ = std::make_shared<ordinal_index const>(source_.rows(), part.gather(std::move(two)));
        if (!part.parts) return;
        std::vector<row_index> starts;
        for (row_index const start : part.parts->starts)
            starts.push_back(std::min<row_index>(blocks_of(index_->first_row(start)) * block_rows, rows()));
        parts_ = std::make_shared<row_partition const>(part.parts->crew, std::move(starts));
    }

    inline Source const& source() const { return source_; }
    inline std::size_t categories() const { return categories_; }
    /// How many data each category has, or the sum of their weights.
    inline vector const& counts() const { return counts_; }
    inline ordinal_place place(row_index row) const { return index_->place(row); }

    inline row_index rows() const { return index_->rows(); }
    inline std::size_t columns() const { return source_.columns() + categories_ - 1; }
    inline row_layout layout() const { return {columns(), layout_of(source_).stored, shown()}; }

    inline std::shared_ptr<row_partition const> const& parts() const { return parts_; }
    ordinal_rows alone() const {
        ordinal_rows result = *this;
        if constexpr (SharedRows<Source>) result.source_ = source_.alone();
        result.parts_.reset();
        return result;
    }

    row_block block(std::size_t i, block_buffer& buffer) const {
        row_index const first = i * block_rows;
        std::size_t const size = std::min(block_rows, rows() - first);
        buffer.target.resize(size * shown());
        if (buffer.inner.empty()) buffer.inner.resize(1);
        ordinal_place at = place(first);
        row_block from;
        for (std::size_t r = 0; r < size; ++r) {
            if (r == 0 || at.datum >= from.first + from.rows.rows)
                from = source_.block(at.datum / block_rows, buffer.inner.front());
            if (r == 0) make_room(from.rows, size, buffer);
            std::size_t const n = at.datum - from.first, width = from.rows.common.columns + categories_ - 1;
            double const sign = make_row(from.rows.common.row(n), {from.target, given_, n}, at.second,
                                         buffer.rows.data() + r * width, buffer.target.data() + r * shown());
            for (std::size_t f = 0; f < from.rows.groups.size(); ++f) {
                buffer.codes[f * size + r] = from.rows.groups[f].code[n];
                buffer.values[f * size + r] = sign * from.rows.groups[f].value_of(n);
            }
            if (!at.second && index_->has_two(at.datum))
                at.second = true;
            else
                at = {at.datum + 1, false};
        }
        return {first,
                feature_rows(matrix_view(buffer.rows.data(), size, from.rows.common.columns + categories_ - 1), from.rows.before,
                             buffer.groups),
                buffer.target};
    }

    /// The source fills its own columns of a row. Which of the datum's rows is wanted waits behind them.
    void request(std::span<row_index const> indices, packed_rows& wanted) const {
        auto& data = requested_data();
        data.clear();
        for (row_index const row : indices) data.push_back(place(row).datum);
        source_.request(data, wanted);
        std::size_t const behind = waiting();
        for (std::size_t i = 0; i < indices.size(); ++i) wanted.copy(i)[behind] = indices[i] == index_->first_row(data[i]) ? 0 : 1;
    }

    void collect(packed_rows& wanted) const {
        source_.collect(wanted);
        std::size_t const behind = waiting();
        // Targets have more numbers than those of the source: from the last to the first, so that none is overwritten before it was read.
        for (std::size_t i = wanted.size(); i-- > 0;) {
            double* const row = wanted.copy(i).data();
            bool const second = row[behind] != 0;
            make_row(wanted.row(i).first(source_.columns()), {wanted.target, given_, i}, second, row,
                     wanted.target.data() + i * shown());
            wanted.refer(i, nullptr);
            wanted.index[i] = index_->first_row(wanted.index[i]) + second;
        }
    }

private:
    /// How many numbers a target has: those of `logistic`, or of `adjusted<binomial>`.
    inline std::size_t shown() const { return given_ == 1 ? 1 : 4; }
    /// The first place behind what the source fills of a row.
    inline std::size_t waiting() const { return source_.columns() + layout_of(source_).stored; }

    /// For a block of this number of rows, with groups as the source's.
    void make_room(feature_rows const& like, std::size_t size, block_buffer& buffer) const {
        buffer.rows.resize(size * (like.common.columns + categories_ - 1));
        buffer.codes.resize(like.groups.size() * size);
        buffer.values.resize(buffer.codes.size());
        buffer.groups.clear();
        for (std::size_t f = 0; f < like.groups.size(); ++f)
            buffer.groups.push_back({like.groups[f].levels, std::span(buffer.codes).subspan(f * size, size),
                                     vector_view(buffer.values).subspan(f * size, size)});
    }

    /// From x and the source's target, its category counted from 0. `row` may be where x lies. Gives the sign that x has in the row.
    inline double make_row(vector_view x, ordinal_target const& given, bool second, double* row, double* target) const {
        std::size_t const columns = x.size(), category = static_cast<std::size_t>(given.category);
        bool const below = second || category == categories_ - 1;
        double const sign = below ? 1 : -1;
        for (std::size_t j = 0; j < columns; ++j) row[j] = sign * x[j];
        for (std::size_t j = 0; j + 1 < categories_; ++j) row[columns + j] = 0;
        row[columns + category - below] = -sign;
        target[0] = 1;
        if (given_ == 1) return sign;
        target[1] = 1;
        target[2] = sign * given.offset;
        target[3] = given.weight;
        return sign;
    }

    Source source_;
    std::size_t categories_;
    std::size_t given_;  // numbers of a target of the source
    vector counts_;
    std::shared_ptr<ordinal_index const> index_;
    std::shared_ptr<row_partition const> parts_;
};

}  // namespace firefly
