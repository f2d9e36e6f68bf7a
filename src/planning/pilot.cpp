module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;

namespace firefly {

pilot_record::pilot_record(vector_view centre, cholesky const& precision)
    : centre_(to_vector(centre)), precision_(precision), coordinates_(centre.size()) {}

void pilot_record::add(draw const& drawn) {
    for (std::size_t d = 0; d < centre_.size(); ++d) coordinates_[d].push_back(drawn.theta(d));
    vector const displacement = drawn.theta - centre_;
    distances_.push_back(precision_.squared_norm(as_view(displacement)));
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
    pilot_report report{zeros(centre_.size()), mean(distances_), bright_ / size, queries_ / size, acceptance_ / size, 0, size};
    std::vector<double> of_coordinates;
    for (std::size_t d = 0; d < centre_.size(); ++d) {
        report.mean(d) = mean(coordinates_[d]);
        of_coordinates.push_back(effective(coordinates_[d]));
    }
    // Of many coordinates the least is mostly noise in so short a run: one in ten may have fewer.
    std::ranges::sort(of_coordinates);
    report.effective = std::min(effective(distances_), of_coordinates[of_coordinates.size() / 10]) / size;
    return report;
}

}  // namespace firefly
