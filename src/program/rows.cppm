/// Rows in memory, in the type that was asked for at run time: all of them, or those of this process.
module;
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>

export module firefly.program:rows;

import firefly;

namespace firefly::program {

/// Chooses once for a block or a batch, never for each datum.
export class any_rows {
public:
    /// Shared out among a crew, where there is one: all of it.
    any_rows(data_set data, bool in_four_bytes, std::shared_ptr<team const> const& crew)
        : rows_(in_four_bytes ? hold(in_short(std::move(data)), crew) : hold(dense_rows(std::move(data)), crew)) {}

    row_index rows() const {
        return std::visit([](auto const& rows) { return rows.rows(); }, rows_);
    }
    std::size_t columns() const {
        return std::visit([](auto const& rows) { return rows.columns(); }, rows_);
    }
    std::shared_ptr<row_partition const> parts() const {
        return std::visit([](auto const& rows) { return home_of(rows).parts; }, rows_);
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

private:
    using kinds = std::variant<dense_rows, float_rows, remote_rows<double>, remote_rows<float>>;

    template <class Element>
    static kinds hold(stored_rows<Element> all, std::shared_ptr<team const> const& crew) {
        if (crew) return remote_rows<Element>::share_out(crew, all);
        return all;
    }

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

static_assert(SharedRows<any_rows>);

}  // namespace firefly::program
