module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

module firefly.program.setup;

import firefly;
import :calibration;
import :datum;

namespace firefly::program {

namespace {

constexpr std::size_t most_groups = 10;
constexpr double most_log_odds = 15, cell_width = 0.1;
constexpr std::size_t cells = 300;  // 2 · 15 / 0.1

/// Of the data in a cell: how many, how many of them have the class, Σ p, Σ p(1 − p).
struct cell_sums {
    double data, happened, predicted, variance;
};
constexpr std::size_t numbers_per_cell = 4;

/// Data of one class. `numbers` are those of all cells.
void add(std::span<double> numbers, double log_odds, double data, double happened) {
    double const place = std::clamp((log_odds + most_log_odds) / cell_width, 0.0, cells - 1.0);
    double const p = sigmoid(log_odds), variance = p * sigmoid(-log_odds);
    std::array const own{data, happened, data * p, data * variance};
    for (std::size_t i = 0; i < own.size(); ++i) numbers[static_cast<std::size_t>(place) * numbers_per_cell + i] += own[i];
}

cell_sums cell_at(std::span<double const> numbers, std::size_t cell) {
    auto const own = numbers.subspan(cell * numbers_per_cell, numbers_per_cell);
    return {own[0], own[1], own[2], own[3]};
}

std::vector<calibration_group> groups_of(std::span<double const> numbers) {
    double all = 0;
    for (std::size_t c = 0; c < cells; ++c) all += cell_at(numbers, c).data;
    std::vector<calibration_group> result;
    cell_sums group{};
    double before = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        cell_sums const cell = cell_at(numbers, c);
        group = {group.data + cell.data, group.happened + cell.happened, group.predicted + cell.predicted,
                 group.variance + cell.variance};
        // What is left is shared alike by the groups that are left, as nearly as cells allow.
        double const share = (all - before) / static_cast<double>(most_groups - result.size());
        double const next = c + 1 < cells ? cell_at(numbers, c + 1).data : infinity;
        if (!(group.data > 0) || group.data + next / 2 < share) continue;
        result.push_back({group.predicted / group.data, group.happened / group.data, std::sqrt(group.variance) / group.data});
        before += group.data;
        group = {};
    }
    return result;
}

std::vector<roc_point> roc_of(std::span<double const> numbers) {
    constexpr double least_step = 0.01;  // a hundredth of either axis cannot be told apart in a picture
    double with = 0, without = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        cell_sums const cell = cell_at(numbers, c);
        with += cell.happened;
        without += cell.data - cell.happened;
    }
    if (!(with > 0) || !(without > 0)) return {};
    std::vector<roc_point> result{{0, 0}};
    double found = 0, mistaken = 0;
    for (std::size_t c = cells; c-- > 0;) {
        cell_sums const cell = cell_at(numbers, c);
        found += cell.happened / with;
        mistaken += (cell.data - cell.happened) / without;
        if (found + mistaken - result.back().found - result.back().mistaken >= least_step)
            result.push_back({std::min(mistaken, 1.0), std::min(found, 1.0)});
    }
    result.back() = {1, 1};
    return result;
}

/// `log_odds(block)` are those of all classes of its rows, row after row.
template <class LogOdds>
std::vector<std::vector<calibration_group>> calibrate_each(std::size_t classes, any_rows const& rows, LogOdds const& log_odds) {
    std::size_t const per_class = cells * numbers_per_cell;
    vector const sums = sum_over_blocks(rows, zeros(classes * per_class), [&](vector& sum, row_block const& block) {
        std::vector<double> const odds = log_odds(block);
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            auto const [own, _, weight] = datum_of(block, i);
            for (std::size_t k = 0; k < classes; ++k)
                add({sum.data() + k * per_class, per_class}, odds[i * classes + k], weight,
                    own == static_cast<double>(k) ? weight : 0);
        }
    });
    std::vector<std::vector<calibration_group>> result;
    for (std::size_t k = 0; k < classes; ++k) result.push_back(groups_of({sums.data() + k * per_class, per_class}));
    return result;
}

}  // namespace

two_classes calibrate_two(any_family const& family, any_rows const& rows, vector_view theta) {
    constexpr std::array success{1.0, 1.0}, failure{0.0, 1.0};
    vector const sums = sum_over_blocks(rows, zeros(cells * numbers_per_cell), [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, theta, eta);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            auto const [successes, offset, weight] = datum_of(block, i);
            double const at = eta[i] + offset;
            add({sum.data(), sum.size()}, family.log_likelihood_of(success, at) - family.log_likelihood_of(failure, at),
                weight * trials_of(block, i), weight * successes);
        }
    });
    std::span<double const> const numbers(sums.data(), sums.size());
    return {groups_of(numbers), roc_of(numbers)};
}

std::vector<std::vector<calibration_group>> calibrate_classes(std::size_t classes, any_rows const& rows, vector_view theta) {
    return calibrate_each(classes, rows, [&](row_block const& block) {
        std::vector<double> eta(block.rows.rows * classes);
        predict(block.rows, theta, eta);
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            auto const own = std::span(eta).subspan(i * classes, classes);
            double const largest = std::ranges::max(own);
            double all = 0;
            for (double& weight : own) all += weight = portable::exp(weight - largest);
            // e^η of the others is what is left of the sum: it may lose its digits beyond the last cell only.
            for (double& weight : own) weight = portable::log(weight) - portable::log(std::max(0.0, all - weight));
        }
        return eta;
    });
}

std::vector<std::vector<calibration_group>> calibrate_ordered(std::size_t categories, any_rows const& rows, vector_view theta) {
    return calibrate_each(categories, rows, [&](row_block const& block) {
        std::vector<double> eta(block.rows.rows), odds;
        predict(block.rows, theta.first(rows.columns()), eta);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            double const at = eta[i] + datum_of(block, i).offset;
            for (std::size_t k = 0; k < categories; ++k) {
                double const log_probability = log_ordinal_probability(k, at, theta.subspan(rows.columns()));
                odds.push_back(log_probability - portable::log(-portable::expm1(log_probability)));
            }
        }
        return odds;
    });
}

}  // namespace firefly::program
