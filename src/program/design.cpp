module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

struct column_moments {
    vector mean, deviation;
    std::vector<bool> constant;
};

column_moments moments_of(matrix const& x) {
    std::size_t const rows = x.shape(0), columns = x.shape(1);
    column_moments result{zeros(columns), zeros(columns), std::vector<bool>(columns)};
    double *const mean = result.mean.data(), *const deviation = result.deviation.data();
    std::vector<double> least(x.data(), x.data() + columns), most = least;
    for (std::size_t i = 0; i < rows; ++i) {
        double const* const row = x.data() + i * columns;
        for (std::size_t j = 0; j < columns; ++j) {
            mean[j] += row[j];
            least[j] = std::min(least[j], row[j]);
            most[j] = std::max(most[j], row[j]);
        }
    }
    for (std::size_t j = 0; j < columns; ++j) mean[j] /= static_cast<double>(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        double const* const row = x.data() + i * columns;
        for (std::size_t j = 0; j < columns; ++j) {
            double const distance = row[j] - mean[j];
            deviation[j] += distance * distance;
        }
    }
    for (std::size_t j = 0; j < columns; ++j) {
        result.constant[j] = least[j] == most[j];
        deviation[j] = std::sqrt(deviation[j] / static_cast<double>(std::max<std::size_t>(rows, 2) - 1));
    }
    return result;
}

/// Of every `stride`-th row, its columns less `mean` and over `deviation`: Σ z zᵀ.
matrix gram_of(matrix const& x, std::vector<std::size_t> const& columns, column_moments const& moments, bool centred,
               std::size_t stride) {
    constexpr std::size_t block = 1024;  // rows at a time
    std::size_t const width = columns.size();
    matrix gram = zeros(width, width), rows = zeros(block, width);
    std::vector<double> const ones(block, 1.0);
    std::size_t filled = 0;
    auto const flush = [&] {
        add_weighted_gram({rows.data(), filled, width}, vector_view(ones).first(filled), gram);
        filled = 0;
    };
    for (std::size_t i = 0; i < x.shape(0); i += stride) {
        for (std::size_t j = 0; j < width; ++j) {
            std::size_t const c = columns[j];
            double const scale = centred ? moments.deviation(c) : std::hypot(moments.mean(c), moments.deviation(c));
            rows(filled, j) = (x(i, c) - (centred ? moments.mean(c) : 0)) / scale;
        }
        if (++filled == block) flush();
    }
    flush();
    mirror(gram);
    return gram;
}

/// Which columns depend on those before them: positions in the Gram matrix, whose lower triangle is used up.
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

std::string list_of(data_set const& data, std::vector<std::size_t> const& columns) {
    std::vector<std::string> names;
    for (std::size_t const c : columns) names.push_back(data.columns[c]);
    return (names.size() == 1 ? "column " : fmt::format("{} columns: ", names.size())) + list_in_quotes(names);
}

}  // namespace

std::vector<std::string> odd_columns(data_set const& data, bool intercept) {
    std::vector<std::string> lines;
    std::size_t const rows = data.features.shape(0), columns = data.columns.size();
    auto const moments = moments_of(data.features);
    std::vector<std::size_t> constant, varying;
    for (std::size_t j = intercept; j < columns; ++j) {
        // Without an intercept a constant column is one.
        bool const idle = moments.constant[j] && (intercept || moments.mean(j) == 0);
        (idle ? constant : varying).push_back(j);
    }
    if (!constant.empty())
        lines.push_back(
            fmt::format("{} has the same value in every row: the prior alone decides its coefficient", list_of(data, constant)));
    if (rows < columns) {
        lines.push_back(fmt::format("there are fewer rows ({}) than columns ({}): the prior decides much", rows, columns));
        return lines;
    }
    constexpr std::size_t most_columns = 2000;
    if (varying.empty() || varying.size() > most_columns) return lines;
    std::size_t const enough = std::max<std::size_t>(4096, 10 * varying.size());
    std::size_t const stride = std::max<std::size_t>(1, rows / enough);
    auto dependent = dependent_columns(gram_of(data.features, varying, moments, intercept, stride));
    if (!dependent.empty() && stride > 1) dependent = dependent_columns(gram_of(data.features, varying, moments, intercept, 1));
    if (!dependent.empty()) {
        for (std::size_t& j : dependent) j = varying[j];
        lines.push_back(
            fmt::format("{} can be computed from the columns before: the prior alone tells them apart", list_of(data, dependent)));
    }
    return lines;
}

data_scale standardize(data_set& data, bool intercept) {
    auto [mean, deviation, constant] = moments_of(data.features);
    std::size_t const rows = data.features.shape(0), columns = data.columns.size();
    for (std::size_t j = 0; j < columns; ++j) {
        bool const stays = constant[j] || (intercept && j == 0);
        if (stays || !intercept) mean(j) = 0;
        if (stays) deviation(j) = 1;
    }
    for (std::size_t i = 0; i < rows; ++i) {
        double* const row = data.features.data() + i * columns;
        for (std::size_t j = 0; j < columns; ++j) row[j] = (row[j] - mean(j)) / deviation(j);
    }
    return {mean, deviation};
}

}  // namespace firefly::program
