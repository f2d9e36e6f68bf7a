module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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

void square_rows(feature_rows const& rows, matrix const& s, vector_out squares) {
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
            double const* const row = &s(column, 0);
            double across = 0;
            for (std::size_t j = 0; j < common; ++j) across += row[place[j]] * numbers[j];
            sum += 2 * value * across;
            for (auto const& [other, its_value] : levels) sum += value * its_value * row[other];
        }
        squares[i] = sum;
    }
}

}  // namespace firefly
