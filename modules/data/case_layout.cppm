/// Numbers that belong to a row and are no features: an offset, a weight, how many trials.
///
/// Sources know nothing of them: they read them as columns behind the features. Here these columns are taken off, and what they hold follows the
/// target, so that features are what θ has coefficients for, and a target is all that the likelihood must know of the datum.
///
///     row: features | columns behind them     becomes     row: features,   target: what happened, then the case numbers
///
/// Rows that lie in memory stay where they are. Cost: a copy of each block in a pass, where the source would have shown its own memory.
module;
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

export module firefly.data:case_layout;

import firefly.core;
import :dense_rows;
import :shared_rows;

namespace firefly {

/// Where one of the numbers comes from.
export struct case_number {
    std::optional<std::size_t> column = {};  // its place behind the features; nothing: all rows have the same
    double otherwise = 0;                    // that one
    bool is_log = false;                     // the logarithm of what the column holds
};

/// Which columns behind the features are case numbers, and in which order they follow the target.
export class case_layout {
public:
    /// There are none.
    case_layout() = default;
    /// As many columns lie behind the features, and these numbers follow the target. Throws `invalid_argument` for a number whose column is not
    /// among them.
    case_layout(std::size_t columns, std::vector<case_number> numbers);

    inline bool is_empty() const { return numbers_.empty(); }
    /// Columns behind the features.
    inline std::size_t columns() const { return columns_; }
    /// Of a source that has `all` columns.
    inline row_layout of(std::size_t all) const { return {all - columns_, columns_, 1 + numbers_.size()}; }

    /// The k-th of them, given a row's columns behind the features.
    double number(std::size_t k, double const* behind) const;

    /// Makes of a source's block one of features and whole targets.
    row_block block(row_block const& from, block_buffer& buffer) const;
    /// Completes the targets of rows that a source with this number of features has collected.
    void collect(packed_rows& rows, std::size_t features) const;

private:
    template <class Behind>
    void spread(std::vector<double>& target, std::size_t rows, Behind const& behind) const;

    std::size_t columns_ = 0;
    std::vector<case_number> numbers_;
};

/// Throws `invalid_argument` unless there are features besides the case numbers.
export void check_columns(std::size_t columns, case_layout const& cases);

/// A source whose last columns are case numbers. A handle where its source is one.
export template <RowSource Source>
class cased_rows {
public:
    /// Throws `invalid_argument` where the source has fewer columns.
    cased_rows(Source source, case_layout cases) : source_(std::move(source)), cases_(std::move(cases)) {
        check_columns(source_.columns(), cases_);
    }

    row_index rows() const { return source_.rows(); }
    std::size_t columns() const { return layout().columns; }
    row_layout layout() const { return cases_.of(source_.columns()); }

    row_block block(std::size_t i, block_buffer& buffer) const { return cases_.block(source_.block(i, buffer), buffer); }
    void request(std::span<row_index const> indices, packed_rows& rows) const { source_.request(indices, rows); }
    void collect(packed_rows& rows) const {
        source_.collect(rows);
        cases_.collect(rows, columns());
    }

    auto parts() const
        requires SharedRows<Source>
    {
        return source_.parts();
    }
    cased_rows alone() const
        requires SharedRows<Source>
    {
        return cased_rows(source_.alone(), cases_);
    }

private:
    Source source_;
    case_layout cases_;
};

/// Case numbers of rows in memory: each is empty, or has one number per row.
export struct case_columns {
    vector trials = zeros(0);
    vector offset = zeros(0);
    vector weight = zeros(0);
};

/// Rows in memory with targets as `binomial` takes them where there are trials only, as `adjusted` takes them where there is an offset or a weight.
/// Throws `invalid_argument` for sizes that differ, and as `dense_rows` does.
export cased_rows<dense_rows> rows_with_cases(matrix features, vector target, case_columns const& cases);

}  // namespace firefly
