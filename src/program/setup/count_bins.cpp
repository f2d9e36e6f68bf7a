module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

module firefly.program.setup;

import firefly;
import :count_bins;
import :datum;

namespace firefly::program {

namespace {

constexpr std::size_t least_bins = 5, most_bins = 14;
constexpr double most_probabilities = 1 << 25;  // about a second

/// Cells of counts: one for each count below 64, and 32 for each doubling beyond.
constexpr std::size_t single = 64, per_doubling = 32, cells = single + per_doubling * (53 - 6);

std::size_t cell_of(double count) {
    if (count < single) return static_cast<std::size_t>(count);
    return std::min(cells - 1, single + static_cast<std::size_t>(per_doubling * portable::log2(count / single)));
}

double least_in(std::size_t cell) {
    if (cell < single) return static_cast<double>(cell);
    return std::ceil(single * portable::exp2(static_cast<double>(cell - single) / per_doubling));
}

/// Weights by cells.
vector count_cells(any_rows const& rows) {
    return sum_over_blocks(rows, zeros(cells), [](vector& sum, row_block const& block) {
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            auto const [count, offset, weight] = datum_of(block, i);
            sum(cell_of(count)) += weight;
        }
    });
}

/// The cell that the share `p` of all weights lies below.
std::size_t quantile_cell(vector const& weights, double p) {
    double all = 0, below = 0;
    for (double const weight : weights) all += weight;
    std::size_t cell = 0;
    while (cell + 1 < cells && (below += weights(cell)) < p * all) ++cell;
    return cell;
}

/// Empty bins around nearly all data.
binned_data place_bins(vector const& weights) {
    double const low = least_in(quantile_cell(weights, 0.01));
    double const high = std::max(least_in(quantile_cell(weights, 0.98) + 1) - 1, low + least_bins - 1);
    auto const bins_of = [&](double from, double width) { return std::floor(high / width) - std::floor(from / width) + 1; };
    double width = 1;
    for (std::size_t i = 1; bins_of(low, width) > most_bins; ++i) width *= i % 3 == 2 ? 2.5 : 2;
    double const from = bins_of(0, width) <= most_bins ? 0 : low;
    binned_data result{.start = std::floor(from / width) * width, .width = width, .observed = {}, .expected = {}};
    result.observed.assign(static_cast<std::size_t>(bins_of(from, width)) + 1, 0);
    result.expected = result.observed;
    return result;
}

/// The probabilities of all counts in bins.
class bin_probabilities {
public:
    bin_probabilities(any_family const& family, binned_data const& bins)
        : family_(family),
          has_trials_(std::holds_alternative<binomial>(family.family())),
          bins_(bins),
          constants_(static_cast<std::size_t>(bins.width) * bins.bins()) {}

    /// Adds the weight times the probability of each bin.
    void add(double eta, double trials, double weight, std::span<double> expected) {
        if (trials != trials_) set_constants(trials);
        double rest = 1;
        for (std::size_t k = 0; k < constants_.size() && is_possible(k); ++k) {
            double const probability = portable::exp(family_.log_likelihood_of(std::array{count(k), trials_}, eta) + constants_[k]);
            expected[k / static_cast<std::size_t>(bins_.width)] += weight * probability;
            rest -= probability;
        }
        expected.back() += weight * std::max(0.0, rest);
    }

private:
    any_family const& family_;
    bool has_trials_;
    binned_data const& bins_;
    std::vector<double> constants_;  // of the likelihood, by count
    double trials_ = std::numeric_limits<double>::quiet_NaN();

    double count(std::size_t k) const { return bins_.start + static_cast<double>(k); }
    bool is_possible(std::size_t k) const { return !has_trials_ || count(k) <= trials_; }
    void set_constants(double trials) {
        trials_ = trials;
        for (std::size_t k = 0; k < constants_.size() && is_possible(k); ++k)
            constants_[k] = family_.log_constant(std::array{count(k), trials_});
    }
};

}  // namespace

std::optional<binned_data> bin_counts(any_family const& family, any_rows const& rows, vector_view theta) {
    vector const weights = count_cells(rows);
    if (std::ranges::none_of(weights, [](double weight) { return weight > 0; })) return {};
    binned_data result = place_bins(weights);
    std::size_t const size = result.observed.size();
    double const per_row = result.width * static_cast<double>(result.bins());
    if (per_row * static_cast<double>(most_rows(rows)) > most_probabilities) return {};
    auto const stride = static_cast<std::size_t>(std::ceil(per_row * static_cast<double>(rows.rows()) / most_probabilities));
    // Observed, then expected.
    vector const sums = sum_over_blocks(block_sample(rows, stride), zeros(2 * size), [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, theta, eta);
        bin_probabilities probabilities(family, result);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            auto const [count, offset, weight] = datum_of(block, i);
            double const bin = std::floor((count - result.start) / result.width);
            bool const inside = bin >= 0 && bin < static_cast<double>(size - 1);
            sum(inside ? static_cast<std::size_t>(bin) : size - 1) += weight;
            probabilities.add(eta[i] + offset, trials_of(block, i), weight, std::span(sum.data() + size, size));
        }
    });
    std::copy_n(sums.begin(), size, result.observed.begin());
    std::copy_n(sums.begin() + static_cast<std::ptrdiff_t>(size), size, result.expected.begin());
    return result;
}

}  // namespace firefly::program
