module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;
import firefly.dynamic;

namespace firefly {

namespace {

/// What a pilot keeps of its draws: all coordinates, or of thousands of levels some hundred, which tell as much of how fast they forget.
class pilot_record {
public:
    pilot_record(vector_view centre, cholesky const& precision);
    void add(draw const& drawn);
    pilot_report report() const;
    matrix covariance(vector const& mean) const;

private:
    vector centre_;
    cholesky precision_;
    std::size_t every_;  // of how many coordinates one is kept
    std::vector<std::vector<double>> coordinates_, log_scales_;
    std::vector<double> sums_;  // of all coordinates
    std::vector<double> distances_;
    std::vector<double> log_weights_;  // of the density over the Laplace approximation, one for each point
    double bright_ = 0, queries_ = 0, acceptance_ = 0;
};

pilot_record::pilot_record(vector_view centre, cholesky const& precision)
    : centre_(to_vector(centre)),
      precision_(precision),
      every_(precision.is_sparse() ? std::max<std::size_t>(1, centre.size() / 500) : 1),
      coordinates_((centre.size() + every_ - 1) / every_),
      sums_(centre.size()) {}

void pilot_record::add(draw const& drawn) {
    for (std::size_t k = 0; k < coordinates_.size(); ++k) coordinates_[k].push_back(drawn.theta(k * every_));
    for (std::size_t d = 0; d < sums_.size(); ++d) sums_[d] += drawn.theta(d);
    log_scales_.resize(drawn.scales.size());
    for (std::size_t g = 0; g < log_scales_.size(); ++g) log_scales_[g].push_back(portable::log(drawn.scales(g)));
    vector const displacement = drawn.theta - centre_;
    distances_.push_back(precision_.squared_norm(as_view(displacement)));
    // A point that the chain stays at was proposed once.
    double const log_weight = drawn.log_density + distances_.back() / 2;
    if (log_weights_.empty() || log_weight != log_weights_.back()) log_weights_.push_back(log_weight);
    bright_ += static_cast<double>(drawn.z.bright);
    queries_ += static_cast<double>(drawn.queries());
    acceptance_ += drawn.acceptance;
}

pilot_report pilot_record::report() const {
    double const size = static_cast<double>(distances_.size());
    auto const mean = [&](std::vector<double> const& values) {
        double sum = 0;
        for (double const value : values) sum += value;
        return sum / size;
    };
    // At least one: a chain that never moved has no number at all.
    auto const effective = [&](std::vector<double> const& values) {
        double const draws = ess_basic(values);
        return draws > 1 ? std::min(draws, size) : 1;
    };
    pilot_report report{zeros(centre_.size()),     mean(distances_),   bright_ / size, queries_ / size, acceptance_ / size, 0, size,
                        pareto_tail(log_weights_), log_weights_.size()};
    std::vector<double> of_coordinates;
    for (std::size_t d = 0; d < centre_.size(); ++d) report.mean(d) = sums_[d] / size;
    for (auto const& values : coordinates_) of_coordinates.push_back(effective(values));
    std::vector<double> of_scales;
    for (auto const& values : log_scales_) of_scales.push_back(effective(values));
    // Of many coordinates, or scales, the least is mostly noise in so short a run: one in ten may have fewer.
    auto const all_but_a_tenth = [&](std::vector<double>& effective_draws) {
        std::ranges::sort(effective_draws);
        return effective_draws.empty() ? size : effective_draws[effective_draws.size() / 10];
    };
    report.effective = std::min({effective(distances_), all_but_a_tenth(of_coordinates), all_but_a_tenth(of_scales)}) / size;
    return report;
}

matrix pilot_record::covariance(vector const& mean) const {
    std::size_t const size = mean.size(), draws = distances_.size();
    matrix result = zeros(size, size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t n = 0; n < draws; ++n) sum += (coordinates_[i][n] - mean(i)) * (coordinates_[j][n] - mean(j));
            result(i, j) = result(j, i) = sum / static_cast<double>(draws);
        }
    return result;
}

}  // namespace

pilot_report run_pilot(any_chain& chain, vector_view centre, cholesky const& precision, std::uint64_t iterations,
                       std::function<bool(pilot_report const&)> const& is_hopeless) {
    for (std::uint64_t i = 0; i < iterations / 5; ++i) chain.advance();
    pilot_record record(centre, precision);
    // With thousands of levels iterations take long, and other samplers are hardly ever tried (`any_plan`): one round says enough.
    std::uint64_t const most = precision.is_sparse() ? iterations : 16 * iterations;
    for (std::uint64_t done = 0, until = iterations;; until *= 2) {
        for (; done < until; ++done) {
            chain.advance();
            record.add(chain.current());
        }
        pilot_report report = record.report();
        bool const is_enough = report.effective * report.draws >= 50 || until >= most;
        if (!is_enough && !(is_hopeless && is_hopeless(report))) continue;
        if (!precision.is_sparse()) report.covariance = record.covariance(report.mean);
        return report;
    }
}

}  // namespace firefly
