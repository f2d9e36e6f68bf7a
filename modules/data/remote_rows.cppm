/// Rows that a team holds together: each member has some in memory, and reads the others' where they lie.
///
/// `request` posts the reads of all rows of a batch that belong to others, `collect` waits for them: one exchange for a batch, and nobody
/// has to answer. A block is read the same way, where it is not this member's own. Rows are kept in the type that they are given in, and
/// arrive as doubles: the bits do not depend on who holds what.
/// Memory: this member's rows, D numbers and a target each.
module;
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

export module firefly.data:remote_rows;

import firefly.core;
import firefly.teams;
import :block_sum;
import :column_scale;
import :shared_rows;

namespace firefly {

/// A handle: copies share the rows. It is collective (`SharedRows`) until somebody takes it `alone`.
export template <std::floating_point Element>
class remote_rows {
public:
    /// Every member can read all of the source, and keeps an equal share of its blocks: all of them get the same source. Refers to it no
    /// longer when it is made. All members.
    template <RowSource Source>
    static remote_rows share_out(std::shared_ptr<team const> crew, Source const& source) {
        std::vector<row_index> starts;
        std::size_t const blocks = block_count(source);
        for (std::size_t m = 0; m <= crew->size(); ++m)
            starts.push_back(std::min<row_index>(blocks * m / crew->size() * block_rows, source.rows()));
        remote_rows result(std::move(crew), source.columns(), std::move(starts));
        block_buffer buffer;
        for (std::size_t i = result.held_first() / block_rows; i * block_rows < result.held_last(); ++i)
            result.keep(source.block(i, buffer));
        result.parts_->crew->meet();
        return result;
    }

    /// Every member has rows of its own, and all together are those of the first, then of the second, …. Throws `invalid_argument` when
    /// members do not agree on the columns or their type. All members.
    template <RowSource Source>
    static remote_rows join(std::shared_ptr<team const> crew, Source const& mine) {
        remote_rows result(crew, mine.columns(), starts_of(*crew, mine.rows(), mine.columns()));
        block_buffer buffer;
        for (std::size_t i = 0; i < block_count(mine); ++i) {
            row_block block = mine.block(i, buffer);
            block.first += result.held_first();
            result.keep(block);
        }
        crew->meet();
        return result;
    }

    /// From now on all handles to these rows show columns on this scale. At most once. All members.
    void rescale(column_scale scale);

    inline row_index rows() const { return held_.back(); }
    inline std::size_t columns() const { return columns_; }
    /// Who works on which blocks: those that begin in a member's rows. Nothing where this member works alone.
    inline std::shared_ptr<row_partition const> const& parts() const { return parts_; }
    /// The same rows for this member alone, which reads the others' where they lie.
    remote_rows alone() const {
        remote_rows result = *this;
        result.parts_.reset();
        return result;
    }

    row_block block(std::size_t i, block_buffer& buffer) const;
    void request(std::span<row_index const> indices, packed_rows& rows) const;
    void collect(packed_rows& rows) const;

private:
    remote_rows(std::shared_ptr<team const> crew, std::size_t columns, std::vector<row_index> held);

    static std::vector<row_index> starts_of(team const& crew, row_index rows, std::size_t columns);

    inline row_index held_first() const { return held_[rank_]; }
    inline row_index held_last() const { return held_[rank_ + 1]; }
    inline bool is_here(row_index n) const { return n >= held_first() && n < held_last(); }
    inline std::size_t holder(row_index n) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(held_, n) - held_.begin()) - 1;
    }
    inline Element const* row(row_index n) const { return elements_ + (n - held_first()) * columns_; }

    /// Copies rows that are this member's own into its part of the window.
    void keep(row_block const& block);
    /// Posts the read of some rows that are all one member's.
    void get(std::size_t member, row_index first, std::size_t count, Element* elements, double* target) const;

    std::size_t columns_, rank_;
    std::vector<row_index> held_;  // the first row of each member, and the end
    std::shared_ptr<row_partition const> parts_;
    std::shared_ptr<window> memory_;  // of each member: the rows, then the targets
    Element* elements_;
    double* target_;
    std::shared_ptr<column_scale> scale_;  // of what is stored; eight bytes are stored as they are shown
};

extern template class remote_rows<double>;
extern template class remote_rows<float>;

static_assert(SharedRows<remote_rows<double>> && SharedRows<remote_rows<float>>);

}  // namespace firefly
