module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;
import :column_moments;

namespace firefly::program {

namespace {

/// Σ z zᵀ over all rows, where z are the chosen columns less their origin, divided by their size.
template <RowSource Source>
matrix gram_of(Source const& source, std::vector<std::size_t> const& columns, vector const& origin, vector const& size) {
    constexpr std::size_t block = 1024;  // rows at a time
    std::size_t const width = columns.size();
    matrix gram = zeros(width, width), rows = zeros(block, width);
    std::vector<double> const ones(block, 1.0);
    std::size_t filled = 0;
    auto const flush = [&] {
        add_weighted_gram({rows.data(), filled, width}, vector_view(ones).first(filled), gram);
        filled = 0;
    };
    block_buffer buffer;
    for (std::size_t b = 0; b < block_count(source); ++b) {
        matrix_view const x = source.block(b, buffer).rows.common;
        for (std::size_t i = 0; i < x.rows; ++i) {
            auto const row = x.row(i);
            for (std::size_t j = 0; j < width; ++j) rows(filled, j) = (row[columns[j]] - origin(columns[j])) / size(columns[j]);
            if (++filled == block) flush();
        }
    }
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

/// `shifted`: what is constant is explained by intercept or cutpoints.
template <RowSource Source>
odd_ones find_odd(Source const& source, bool intercept, bool shifted, bool look_for_dependence) {
    auto const [centre, constant] = centres_of(source);
    std::size_t const columns = centre.size();
    odd_ones odd;
    std::vector<std::size_t> varying;
    for (std::size_t j = intercept; j < columns; ++j) {
        // Without an intercept, a constant column other than zero serves as one.
        bool const idle = constant[j] && (shifted || centre(j) == 0);
        (idle ? odd.constant : varying).push_back(j);
    }
    constexpr std::size_t most_columns = 2000;
    if (!look_for_dependence || varying.empty() || varying.size() > most_columns) return odd;
    // The intercept explains where columns lie. Without it their distances from zero count.
    vector const deviation = deviations_of(source, centre), zero = zeros(columns);
    vector size = deviation;
    for (std::size_t j = 0; j < columns && !shifted; ++j) size(j) = portable::hypot(centre(j), deviation(j));
    odd.dependent = dependent_columns(gram_of(source, varying, shifted ? centre : zero, size));
    for (std::size_t& j : odd.dependent) j = varying[j];
    return odd;
}

}  // namespace

std::vector<std::string> odd_columns(any_rows const& rows, std::vector<std::string> const& columns, bool intercept,
                                     bool cutpoints) {
    std::size_t const width = columns.size();
    bool const tall = rows.rows() >= width;
    std::size_t const enough = 1 + 10 * width / block_rows;  // blocks
    std::size_t const stride = std::max<std::size_t>(1, block_count(rows) / enough);
    block_sample const some(rows, stride);
    odd_ones odd;
    bool const shifted = intercept || cutpoints;
    if (stride > 1) odd = find_odd(some, intercept, shifted, tall);
    if (stride == 1 || !odd.empty()) odd = find_odd(rows, intercept, shifted, tall);

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

data_scale rescale(any_rows& rows, bool intercept, column_changes changes, std::size_t cutpoints) {
    if (!changes.centre && !changes.standardize) return {};
    auto const [means, constant] = centres_of(rows);
    vector centre = changes.centre ? means : zeros(means.size()), deviation = zeros(0);
    if (intercept) centre(0) = 0;
    if (changes.standardize) {
        deviation = deviations_of(rows, means);
        for (std::size_t j = 0; j < deviation.size(); ++j)
            if (constant[j] || !std::isfinite(deviation(j))) deviation(j) = 1;
    }
    column_scale scale(std::move(centre), std::move(deviation));
    rows.rescale(scale);
    return data_scale(scale.followed_by(rows.columns() - scale.centre().size()), cutpoints);
}

}  // namespace firefly::program
