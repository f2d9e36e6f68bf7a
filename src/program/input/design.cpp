module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

struct column_moments {
    vector mean, deviation;
    std::vector<bool> constant;
};

/// Calls its argument with all rows in order, one group at a time.
using row_visitor = std::function<void(std::function<void(matrix_view)> const&)>;

template <RowSource Source>
row_visitor rows_of(Source const& source) {
    return [&source](auto const& use) {
        block_buffer buffer;
        for (std::size_t i = 0; i < block_count(source); ++i) use(source.block(i, buffer).rows);
    };
}

row_visitor rows_of(matrix const& rows) {
    return [&rows](auto const& use) { use(matrix_view(rows)); };
}

column_moments moments_of(row_visitor const& visit, std::size_t columns) {
    column_moments result{zeros(columns), zeros(columns), std::vector<bool>(columns)};
    double *const mean = result.mean.data(), *const deviation = result.deviation.data();
    std::vector<double> least(columns, infinity), most(columns, -infinity);
    std::size_t rows = 0;
    visit([&](matrix_view x) {
        rows += x.rows;
        for (std::size_t i = 0; i < x.rows; ++i) {
            auto const row = x.row(i);
            for (std::size_t j = 0; j < columns; ++j) {
                mean[j] += row[j];
                least[j] = std::min(least[j], row[j]);
                most[j] = std::max(most[j], row[j]);
            }
        }
    });
    for (std::size_t j = 0; j < columns; ++j) mean[j] /= static_cast<double>(rows);
    visit([&](matrix_view x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
            auto const row = x.row(i);
            for (std::size_t j = 0; j < columns; ++j) {
                double const distance = row[j] - mean[j];
                deviation[j] += distance * distance;
            }
        }
    });
    for (std::size_t j = 0; j < columns; ++j) {
        result.constant[j] = least[j] == most[j];
        deviation[j] = std::sqrt(deviation[j] / static_cast<double>(std::max<std::size_t>(rows, 2) - 1));
    }
    return result;
}

/// Σ z zᵀ over all rows, where z are the chosen columns, centred or not, divided by their scale.
matrix gram_of(row_visitor const& visit, std::vector<std::size_t> const& columns, column_moments const& moments, bool centred) {
    constexpr std::size_t block = 1024;  // rows at a time
    std::size_t const width = columns.size();
    matrix gram = zeros(width, width), rows = zeros(block, width);
    std::vector<double> const ones(block, 1.0);
    std::size_t filled = 0;
    auto const flush = [&] {
        add_weighted_gram({rows.data(), filled, width}, vector_view(ones).first(filled), gram);
        filled = 0;
    };
    visit([&](matrix_view x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
            auto const row = x.row(i);
            for (std::size_t j = 0; j < width; ++j) {
                std::size_t const c = columns[j];
                double const scale = centred ? moments.deviation(c) : std::hypot(moments.mean(c), moments.deviation(c));
                rows(filled, j) = (row[c] - (centred ? moments.mean(c) : 0)) / scale;
            }
            if (++filled == block) flush();
        }
    });
    flush();
    mirror(gram);
    return gram;
}

/// The positions in the Gram matrix of the columns that depend linearly on those before them. Overwrites the lower triangle.
std::vector<std::size_t> dependent_columns(matrix gram) {
    constexpr double least_pivot = 1e-9;
    std::size_t const width = gram.shape(0);
    std::vector<std::size_t> dependent;
    std::vector<double> whole(width);
    for (std::size_t j = 0; j < width; ++j) whole[j] = gram(j, j);
    for (std::size_t j = 0; j < width; ++j) {
        double const pivot = gram(j, j);
        if (!(pivot > least_pivot * whole[j])) {
            dependent.push_back(j);
            continue;
        }
        for (std::size_t k = j + 1; k < width; ++k) {
            double const share = gram(k, j) / pivot;
            for (std::size_t l = j + 1; l <= k; ++l) gram(k, l) -= share * gram(l, j);
        }
    }
    return dependent;
}

std::string list_of(std::vector<std::string> const& all, std::vector<std::size_t> const& columns) {
    std::vector<std::string> names;
    for (std::size_t const c : columns) names.push_back(all[c]);
    return (names.size() == 1 ? "column " : fmt::format("{} columns: ", names.size())) + list_in_quotes(names);
}

struct odd_ones {
    std::vector<std::size_t> constant, dependent;

    bool empty() const { return constant.empty() && dependent.empty(); }
};

odd_ones find_odd(row_visitor const& visit, std::size_t columns, bool intercept, bool look_for_dependence) {
    auto const moments = moments_of(visit, columns);
    odd_ones odd;
    std::vector<std::size_t> varying;
    for (std::size_t j = intercept; j < columns; ++j) {
        // Without an intercept, a constant column other than zero serves as one.
        bool const idle = moments.constant[j] && (intercept || moments.mean(j) == 0);
        (idle ? odd.constant : varying).push_back(j);
    }
    constexpr std::size_t most_columns = 2000;
    if (!look_for_dependence || varying.empty() || varying.size() > most_columns) return odd;
    odd.dependent = dependent_columns(gram_of(visit, varying, moments, intercept));
    for (std::size_t& j : odd.dependent) j = varying[j];
    return odd;
}

/// The inverse of the standardization by these moments.
data_scale scale_of(column_moments moments, bool intercept) {
    auto& [mean, deviation, constant] = moments;
    for (std::size_t j = 0; j < mean.size(); ++j) {
        bool const stays = constant[j] || (intercept && j == 0);
        if (stays || !intercept) mean(j) = 0;
        if (stays) deviation(j) = 1;
    }
    return {std::move(mean), std::move(deviation)};
}

}  // namespace

std::vector<std::string> odd_columns(any_rows const& rows, std::vector<std::string> const& columns, bool intercept) {
    std::size_t const width = columns.size();
    bool const tall = rows.rows() >= width;
    std::size_t const enough = 1 + 10 * width / block_rows;  // blocks
    std::size_t const stride = std::max<std::size_t>(1, block_count(rows) / enough);
    block_sample const some(rows, stride);
    odd_ones odd;
    if (stride > 1) odd = find_odd(rows_of(some), width, intercept, tall);
    if (stride == 1 || !odd.empty()) odd = find_odd(rows_of(rows), width, intercept, tall);

    std::vector<std::string> lines;
    if (!odd.constant.empty())
        lines.push_back(fmt::format("{} has the same value in every row: the prior alone decides its coefficient",
                                    list_of(columns, odd.constant)));
    if (!tall)
        lines.push_back(fmt::format("there are fewer rows ({}) than columns ({}): the prior decides much", rows.rows(), width));
    if (!odd.dependent.empty())
        lines.push_back(fmt::format("{} can be computed from the columns before: the prior alone tells them apart",
                                    list_of(columns, odd.dependent)));
    return lines;
}

data_scale standardize(data_set& data, bool intercept) {
    data_scale const scale = scale_of(moments_of(rows_of(data.features), data.columns.size()), intercept);
    std::size_t const rows = data.features.shape(0), columns = data.columns.size();
    for (std::size_t i = 0; i < rows; ++i) {
        double* const row = data.features.data() + i * columns;
        for (std::size_t j = 0; j < columns; ++j) row[j] = (row[j] - scale.mean()(j)) / scale.deviation()(j);
    }
    return scale;
}

data_scale standardize(mapped_rows& rows, bool intercept) {
    data_scale const scale = scale_of(moments_of(rows_of(rows), rows.columns()), intercept);
    rows.rescale(scale.mean(), scale.deviation());
    return scale;
}

}  // namespace firefly::program
