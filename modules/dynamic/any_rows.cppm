/// Rows in memory or in a store, of an element type chosen at run time, or made by a formula when they are read: all rows, or the share of this
/// process. The last columns may be case numbers (`case_layout`).
module;
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

export module firefly.dynamic:any_rows;

import firefly.core;
import firefly.data;
import firefly.files;
import firefly.formulas;
import firefly.teams;

namespace firefly {

/// Dispatches once per block or batch, never per row.
export class any_rows {
public:
    explicit any_rows(dense_rows rows) : rows_(std::move(rows)) {}
    explicit any_rows(float_rows rows) : rows_(std::move(rows)) {}
    explicit any_rows(designed_rows<dense_rows> rows) : rows_(std::move(rows)) {}
    explicit any_rows(designed_rows<float_rows> rows) : rows_(std::move(rows)) {}
    explicit any_rows(designed_rows<mapped_rows> rows) : rows_(rows), stored_hash_(rows.raw().store().hash()) {}
    explicit any_rows(mapped_rows rows) : rows_(rows), stored_hash_(rows.store().hash()) {}

    /// All members of the crew have read the same rows; afterwards each holds a share.
    any_rows share_out(std::shared_ptr<team const> const& crew) const {
        return held_by_crew([&](auto element, auto const& rows) { return remote_rows<decltype(element)>::share_out(crew, rows); });
    }
    /// Each member of the crew has read rows of its own; the result is all of them together.
    any_rows join(std::shared_ptr<team const> const& crew) const {
        any_rows result =
            held_by_crew([&](auto element, auto const& rows) { return remote_rows<decltype(element)>::join(crew, rows); });
        if (stored_hash_) {
            checksum sum;
            for (std::uint64_t const hash : crew->gather_numbers(std::span<std::uint64_t const>(&*stored_hash_, 1))) sum.add(hash);
            result.stored_hash_ = sum.value();
        }
        return result;
    }

    /// From now on the last columns are case numbers and no features. Throws `invalid_argument` where no feature is left.
    void set_cases(case_layout cases) {
        check_columns(stored_columns(), cases);
        cases_ = std::move(cases);
    }

    /// From now on columns are shown on this scale. At most once. Where a team holds the rows: all members.
    void rescale(column_scale const& scale) {
        std::visit([&](auto& rows) { rows.rescale(scale.followed_by(cases_.columns())); }, rows_);
    }

    row_index rows() const {
        return std::visit([](auto const& rows) { return rows.rows(); }, rows_);
    }
    std::size_t columns() const { return layout().columns; }
    row_layout layout() const { return cases_.of(stored_columns()); }
    std::shared_ptr<row_partition const> parts() const {
        return std::visit([](auto const& rows) { return share_of(rows).parts; }, rows_);
    }
    any_rows alone() const {
        auto const hold = [this]<class Rows>(Rows const& rows) {
            if constexpr (SharedRows<Rows>)
                return any_rows(rows.alone(), stored_hash_, cases_);
            else
                return *this;
        };
        return std::visit(hold, rows_);
    }
    row_block block(std::size_t i, block_buffer& buffer) const {
        return cases_.block(std::visit([&](auto const& rows) { return rows.block(i, buffer); }, rows_), buffer);
    }
    void request(std::span<row_index const> indices, packed_rows& wanted) const {
        std::visit([&](auto const& rows) { rows.request(indices, wanted); }, rows_);
    }
    void collect(packed_rows& wanted) const {
        std::visit([&](auto const& rows) { rows.collect(wanted); }, rows_);
        cases_.collect(wanted, columns());
    }

    /// A hash of the stored data, if it is known without a pass.
    std::optional<std::uint64_t> stored_hash() const { return stored_hash_; }

private:
    using kinds = std::variant<dense_rows, float_rows, designed_rows<dense_rows>, designed_rows<float_rows>,
                               designed_rows<mapped_rows>, mapped_rows, remote_rows<double>, remote_rows<float>>;

    any_rows(kinds rows, std::optional<std::uint64_t> stored_hash, case_layout cases)
        : rows_(std::move(rows)), stored_hash_(stored_hash), cases_(std::move(cases)) {}

    std::size_t stored_columns() const {
        return std::visit([](auto const& rows) { return rows.columns(); }, rows_);
    }

    /// Calls `make(element, rows)` with an element of the smallest type that holds the rows exactly.
    template <class Make>
    any_rows held_by_crew(Make const& make) const {
        auto const hold = [&](auto const& rows) -> kinds {
            if constexpr (requires { rows.fits_four_bytes(); })
                if (rows.fits_four_bytes()) return make(float{}, rows);
            return make(double{}, rows);
        };
        return any_rows(std::visit(hold, rows_), stored_hash_, cases_);
    }

    kinds rows_;
    std::optional<std::uint64_t> stored_hash_;
    case_layout cases_;
};

static_assert(SharedRows<any_rows>);

}  // namespace firefly
