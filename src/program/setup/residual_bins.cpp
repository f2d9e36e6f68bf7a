module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

module firefly.program.setup;

import firefly;
import firefly.program.input;
import :datum;
import :residual_bins;

namespace firefly::program {

namespace {

constexpr std::size_t bins = 14;
constexpr double start = -3.5, width = 0.5;

double simpson(std::function<double(double)> const& f, double low, double high) {
    constexpr int steps = 32;
    double const h = (high - low) / steps;
    double sum = f(low) + f(high);
    for (int i = 1; i < steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(low + i * h);
    return sum * h / 3;
}

/// p(u): the density of a target at η = 0, times dy/du.
std::function<double(double)> density_of(model_kind model, any_family const& family, double spread) {
    auto const density = [&family](double y) {
        std::array const target{y, 1.0};
        return portable::exp(family.log_likelihood_of(target, 0) + family.log_constant(target));
    };
    if (has_shape(model))
        return [density, root = std::sqrt(spread)](double u) {
            double const y = portable::exp(u / root);
            return density(y) * y / root;
        };
    return [density, spread](double u) { return density(u * spread) * spread; };
}

}  // namespace

binned_data bin_residuals(model_kind model, any_family const& family, double spread, any_rows const& rows, vector_view theta) {
    auto const residual = [&](double y, double eta) {
        return has_shape(model) ? std::sqrt(spread) * (portable::log(y) - eta) : (y - eta) / spread;
    };
    vector const sums = sum_over_blocks(rows, zeros(bins + 1), [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, theta, eta);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            auto const [target, offset, weight] = datum_of(block, i);
            double const bin = std::floor((residual(target, eta[i] + offset) - start) / width);
            bool const inside = bin >= 0 && bin < bins;
            sum(inside ? static_cast<std::size_t>(bin) : bins) += weight;
        }
    });
    binned_data result{.start = start, .width = width, .observed = {sums.begin(), sums.end()}, .expected = {}};
    double const all = std::accumulate(sums.begin(), sums.end(), 0.0);
    auto const density = density_of(model, family, spread);
    double rest = 1;
    for (std::size_t b = 0; b < bins; ++b) {
        double const low = start + width * static_cast<double>(b), share = simpson(density, low, low + width);
        result.expected.push_back(all * share);
        rest -= share;
    }
    result.expected.push_back(all * std::max(0.0, rest));
    return result;
}

}  // namespace firefly::program
