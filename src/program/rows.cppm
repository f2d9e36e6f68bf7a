/// Rows in memory or in a store, in the type that was asked for at run time.
module;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>

export module firefly.program:rows;

import firefly;

namespace firefly::program {

/// Chooses once for a block or a batch, never for each datum.
export class any_rows {
public:
    any_rows(data_set data, bool in_four_bytes)
        : rows_(in_four_bytes ? kinds(in_short(std::move(data))) : kinds(dense_rows(std::move(data)))) {}
    explicit any_rows(mapped_rows rows) : rows_(std::move(rows)) {}

    row_index rows() const {
        return std::visit([](auto const& rows) { return rows.rows(); }, rows_);
    }
    std::size_t columns() const {
        return std::visit([](auto const& rows) { return rows.columns(); }, rows_);
    }
    row_block block(std::size_t i, block_buffer& buffer) const {
        return std::visit([&](auto const& rows) { return rows.block(i, buffer); }, rows_);
    }
    void request(std::span<row_index const> indices, batch& wanted) const {
        std::visit([&](auto const& rows) { rows.request(indices, wanted); }, rows_);
    }
    void collect(batch& wanted) const {
        std::visit([&](auto const& rows) { rows.collect(wanted); }, rows_);
    }

    /// A number made of all that is stored, where one is known without a pass.
    std::optional<std::uint64_t> stored_hash() const {
        auto const* const mapped = std::get_if<mapped_rows>(&rows_);
        return mapped ? std::optional(mapped->store().hash()) : std::nullopt;
    }

private:
    using kinds = std::variant<dense_rows, float_rows, mapped_rows>;

    static float_rows in_short(data_set data) {
        try {
            return float_rows(std::move(data));
        } catch (invalid_argument const&) {  // readers let nothing pass that is no number
            throw invalid_argument(
                "--float32: a number is beyond what four bytes can hold; leave --float32 out, or rescale the column");
        }
    }

    kinds rows_;
};

static_assert(RowSource<any_rows>);

}  // namespace firefly::program
