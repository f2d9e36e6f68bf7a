/// Named columns of numbers or texts, in memory: what a formula is about.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

export module firefly.formulas:column_table;

namespace firefly {

/// One of the two is in use.
export struct table_column {
    std::string name;
    std::vector<double> numbers = {};
    std::vector<std::string> texts = {};

    inline std::size_t size() const { return numbers.size() + texts.size(); }
    inline bool is_text() const { return !texts.empty(); }
};

/// Columns of one length with different names.
export class column_table {
public:
    column_table() = default;
    /// Throws `invalid_argument` for columns of different lengths, without rows, and for a name that comes twice.
    explicit column_table(std::vector<table_column> columns);

    inline std::vector<table_column> const& columns() const { return columns_; }
    inline std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
    /// Nothing where there is none of that name.
    table_column const* find(std::string_view name) const;
    std::vector<std::string> names() const;

private:
    std::vector<table_column> columns_;
};

}  // namespace firefly
