module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

module firefly.numeric;

import firefly.external;

namespace firefly {

namespace {

/// Column j of the common ones stands here in θ.
std::size_t place_of(feature_rows const& rows, std::size_t j) {
    return j < rows.before ? j : j + rows.level_columns();
}

/// What θ has of the common columns, predictor after predictor.
std::vector<double> common_part(feature_rows const& rows, vector_view theta) {
    std::vector<double> part;
    for (std::size_t k = 0; k < theta.size(); k += rows.columns) {
        vector_view const own = theta.subspan(k, rows.columns);
        part.insert(part.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(rows.before));
        part.insert(part.end(), own.begin() + static_cast<std::ptrdiff_t>(rows.before + rows.level_columns()), own.end());
    }
    return part;
}

/// `use(column, value)` for the level that row i has in each group, in the order of their columns, which are those of one predictor.
template <class Use>
void for_each_level(feature_rows const& rows, std::size_t i, Use const& use) {
    std::size_t first = rows.before;
    for (auto const& group : rows.groups) {
        if (group.code[i] != no_level) use(first + group.code[i], group.value_of(i));
        first += group.levels;
    }
}

/// A level that a row has.
struct row_level {
    std::size_t column;
    double value;
};

/// Those of one row.
void find_levels(feature_rows const& rows, std::size_t i, std::vector<row_level>& found) {
    found.clear();
    for_each_level(rows, i, [&](std::size_t column, double value) { found.push_back({column, value}); });
}

/// All columns of row i, into zeros.
void fill_row(feature_rows const& rows, std::size_t i, double* out) {
    vector_view const numbers = rows.common.row(i);
    for (std::size_t j = 0; j < numbers.size(); ++j) out[place_of(rows, j)] = numbers[j];
    for_each_level(rows, i, [&](std::size_t column, double value) { out[column] = value; });
}

}  // namespace

vector_view feature_rows::dense_row(std::size_t i, std::vector<double>& memory) const {
    if (groups.empty()) return common.row(i);
    memory.assign(columns, 0.0);
    fill_row(*this, i, memory.data());
    return memory;
}

matrix_view feature_rows::dense(std::vector<double>& memory) const {
    if (groups.empty()) return common;
    memory.assign(rows * columns, 0.0);
    for (std::size_t i = 0; i < rows; ++i) fill_row(*this, i, memory.data() + i * columns);
    return {memory.data(), rows, columns};
}

void predict(feature_rows const& rows, vector_view theta, vector_out eta) {
    if (rows.groups.empty()) return predict(rows.common, theta, eta);
    std::size_t const width = theta.size() / rows.columns;
    if (rows.common.columns > 0)
        predict(rows.common, common_part(rows, theta), eta);
    else
        std::ranges::fill(eta, 0.0);
    for (std::size_t i = 0; i < rows.rows; ++i)
        for_each_level(rows, i, [&](std::size_t column, double value) {
            for (std::size_t k = 0; k < width; ++k) eta[i * width + k] += value * theta[k * rows.columns + column];
        });
}

void add_weighted_rows(feature_rows const& rows, vector_view weights, vector_out theta) {
    if (rows.groups.empty()) return add_weighted_rows(rows.common, weights, theta);
    std::size_t const width = theta.size() / rows.columns;
    std::vector<double> part(width * rows.common.columns);
    if (!part.empty()) add_weighted_rows(rows.common, weights, part);
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t j = 0; j < rows.common.columns; ++j)
            theta[k * rows.columns + place_of(rows, j)] += part[k * rows.common.columns + j];
    for (std::size_t i = 0; i < rows.rows; ++i)
        for_each_level(rows, i, [&](std::size_t column, double value) {
            for (std::size_t k = 0; k < width; ++k) theta[k * rows.columns + column] += value * weights[i * width + k];
        });
}

void add_weighted_gram(feature_rows const& rows, vector_view weights, matrix& gram) {
    if (rows.groups.empty()) return add_weighted_gram(rows.common, weights, gram);
    std::size_t const columns = rows.columns, common = rows.common.columns, width = gram.shape(0) / columns;
    if (common > 0) {
        matrix part = zeros(width * common, width * common);
        add_weighted_gram(rows.common, weights, part);
        for (std::size_t k = 0; k < width; ++k)
            for (std::size_t l = 0; l <= k; ++l)
                for (std::size_t d = 0; d < common; ++d)
                    for (std::size_t e = 0; e <= d; ++e)
                        gram(k * columns + place_of(rows, d), l * columns + place_of(rows, e)) +=
                            part(k * common + d, l * common + e);
    }
    std::vector<row_level> levels;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        find_levels(rows, i, levels);
        double const* const numbers = rows.common.row(i).data();
        for (std::size_t k = 0; k < width; ++k)
            for (std::size_t l = 0; l <= k; ++l) {
                double const weight = weights[(i * width + k) * width + l];
                for (std::size_t a = 0; a < levels.size(); ++a) {
                    double const own = weight * levels[a].value;
                    double* const row = &gram(k * columns + levels[a].column, l * columns);
                    for (std::size_t j = 0; j < rows.before; ++j) row[j] += own * numbers[j];
                    for (std::size_t j = rows.before; j < common; ++j)
                        gram(k * columns + place_of(rows, j), l * columns + levels[a].column) += own * numbers[j];
                    // Groups come in the order of their columns.
                    for (std::size_t b = 0; b <= a; ++b) row[levels[b].column] += own * levels[b].value;
                }
            }
    }
}

namespace {

/// `s(i, j)` is a number of S.
template <class Number>
void square_rows_by(feature_rows const& rows, Number const& s, vector_out squares) {
    std::size_t const common = rows.common.columns;
    std::vector<std::size_t> place(common);
    for (std::size_t j = 0; j < common; ++j) place[j] = place_of(rows, j);
    matrix core = zeros(common, common);
    for (std::size_t d = 0; d < common; ++d)
        for (std::size_t e = 0; e < common; ++e) core(d, e) = s(place[d], place[e]);
    std::vector<double> product(rows.rows * common);
    if (common > 0) multiply_rows(rows.common, core, product);
    std::vector<row_level> levels;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        vector_view const numbers = rows.common.row(i);
        double sum = dot(numbers, vector_view(product).subspan(i * common, common));
        find_levels(rows, i, levels);
        for (auto const& [column, value] : levels) {
            double across = 0;
            for (std::size_t j = 0; j < common; ++j) across += s(column, place[j]) * numbers[j];
            sum += 2 * value * across;
            for (auto const& [other, its_value] : levels) sum += value * its_value * s(column, other);
        }
        squares[i] = sum;
    }
}

/// Sums over the rows that have a level, of those that occur.
class level_sums {
public:
    explicit level_sums(feature_rows const& rows)
        : common_(rows.common.columns), first_(rows.before), slot_(rows.level_columns(), none) {}

    void add(std::size_t column, double weight, double value, vector_view numbers) {
        std::size_t& slot = slot_[column - first_];
        if (slot == none) {
            slot = own_.size();
            own_.push_back(0);
            across_.resize(across_.size() + common_);
        }
        own_[slot] += weight * value * value;
        for (std::size_t j = 0; j < common_; ++j) across_[slot * common_ + j] += weight * value * numbers[j];
    }
    /// `use(column, Σ w v², Σ w v c)` in the order of columns.
    template <class Use>
    void for_each(Use const& use) const {
        for (std::size_t i = 0; i < slot_.size(); ++i)
            if (slot_[i] != none) use(first_ + i, own_[slot_[i]], vector_view(across_).subspan(slot_[i] * common_, common_));
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t common_, first_;
    std::vector<std::size_t> slot_;  // of each level, in the order in which they occur
    std::vector<double> own_, across_;
};

/// In order, equal places added up.
std::vector<sparse_symmetric::entry> add_up(std::vector<sparse_symmetric::entry> entries) {
    std::ranges::stable_sort(entries, {}, [](auto const& e) { return std::pair(e.row, e.column); });
    std::vector<sparse_symmetric::entry> result;
    for (auto const& e : entries)
        if (!result.empty() && result.back().row == e.row && result.back().column == e.column)
            result.back().value += e.value;
        else
            result.push_back(e);
    return result;
}

}  // namespace

void square_rows(feature_rows const& rows, matrix const& s, vector_out squares) {
    square_rows_by(
        rows, [numbers = s.data(), size = s.shape(0)](std::size_t i, std::size_t j) { return numbers[i * size + j]; }, squares);
}

void square_rows(feature_rows const& rows, sparse_symmetric const& s, vector_out squares) {
    square_rows_by(rows, [&](std::size_t i, std::size_t j) { return s.at(i, j); }, squares);
}

sparse_symmetric sparse_gram(feature_rows const& rows, vector_view weights) {
    std::size_t const common = rows.common.columns, before = rows.before;
    matrix core = zeros(common, common);
    if (common > 0) add_weighted_gram(rows.common, weights, core);
    level_sums sums(rows);
    std::vector<sparse_symmetric::entry> pairs;
    std::vector<row_level> levels;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        find_levels(rows, i, levels);
        for (std::size_t a = 0; a < levels.size(); ++a) {
            sums.add(levels[a].column, weights[i], levels[a].value, rows.common.row(i));
            // Groups come in the order of their columns.
            for (std::size_t b = 0; b < a; ++b)
                pairs.push_back({levels[a].column, levels[b].column, weights[i] * levels[a].value * levels[b].value});
        }
    }
    pairs = add_up(std::move(pairs));
    std::vector<sparse_symmetric::entry> entries;
    for (std::size_t i = 0; i < before; ++i)
        for (std::size_t j = 0; j <= i; ++j) entries.push_back({i, j, core(i, j)});
    auto pair = pairs.begin();
    sums.for_each([&](std::size_t column, double own, vector_view across) {
        for (std::size_t j = 0; j < before; ++j) entries.push_back({column, j, across[j]});
        for (; pair != pairs.end() && pair->row == column; ++pair) entries.push_back(*pair);
        entries.push_back({column, column, own});
    });
    for (std::size_t i = before; i < common; ++i) {
        std::size_t const row = place_of(rows, i);
        for (std::size_t j = 0; j < before; ++j) entries.push_back({row, j, core(i, j)});
        sums.for_each([&](std::size_t column, double, vector_view across) { entries.push_back({row, column, across[i]}); });
        for (std::size_t j = before; j <= i; ++j) entries.push_back({row, place_of(rows, j), core(i, j)});
    }
    return {rows.columns, entries};
}

}  // namespace firefly
