module;
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "../numeric/twofold.hpp"

module firefly.formulas;

namespace firefly {

bool polynomial::learn(std::span<double const> column) {
    if (raw) return true;
    std::vector<double> before(column.size(), 0), current(column.size(), 1);
    double largest = 0;
    for (std::size_t k = 0; k <= degree; ++k) {
        twofold norm, moment;
        for (std::size_t i = 0; i < column.size(); ++i) {
            twofold const square = twofold::product(current[i], current[i]);
            norm = norm + square;
            moment = moment + square * column[i];
        }
        // A polynomial that vanishes on all rows is rounding alone: its size is that of what was taken from it.
        if (!(norm.high > 0) || !std::isfinite(norm.high) || norm.high <= 1e-22 * largest) return false;
        norms.push_back(norm.value());
        if (k == degree) break;
        centres.push_back((moment / norm).value());
        double const factor = k > 0 ? norms[k] / norms[k - 1] : 0;
        largest = 0;
        for (std::size_t i = 0; i < column.size(); ++i) {
            double const next = (column[i] - centres[k]) * current[i] - factor * before[i];
            double const taken =
                std::abs(column[i] * current[i]) + std::abs(centres[k] * current[i]) + std::abs(factor * before[i]);
            largest += taken * taken;
            before[i] = std::exchange(current[i], next);
        }
    }
    return true;
}

void polynomial::encode(double x, double* out) const {
    if (raw) {
        double value = 1;
        for (std::size_t k = 0; k < degree; ++k) out[k] = value *= x;
        return;
    }
    double before = 0, current = 1;
    for (std::size_t k = 0; k < degree; ++k) {
        double const next = (x - centres[k]) * current - (k > 0 ? norms[k] / norms[k - 1] : 0) * before;
        before = std::exchange(current, next);
        out[k] = current / std::sqrt(norms[k + 1]);
    }
}

std::vector<double> polynomial::numbers() const {
    std::vector<double> result = centres;
    result.insert(result.end(), norms.begin(), norms.end());
    return result;
}

bool polynomial::restore(std::span<double const> learned) {
    if (learned.size() != (raw ? 0 : 2 * degree + 1)) return false;
    if (raw) return true;
    centres.assign(learned.begin(), learned.begin() + static_cast<std::ptrdiff_t>(degree));
    norms.assign(learned.begin() + static_cast<std::ptrdiff_t>(degree), learned.end());
    for (double const norm : norms)
        if (!(norm > 0)) return false;
    return true;
}

}  // namespace firefly
