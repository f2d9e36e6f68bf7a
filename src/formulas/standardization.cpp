module;
#include <cmath>
#include <cstddef>
#include <span>

module firefly.formulas;

namespace firefly {

bool standardization::learn(std::span<double const> column) {
    long double sum = 0, squares = 0;
    auto const size = static_cast<long double>(column.size());
    for (double const x : column) sum += x;
    centre = static_cast<double>(sum / size);
    if (!divides) return true;
    for (double const x : column) squares += static_cast<long double>(x - centre) * (x - centre);
    deviation = column.size() > 1 ? static_cast<double>(std::sqrt(squares / (size - 1))) : 0;
    return deviation > 0;
}

bool standardization::restore(std::span<double const> learned) {
    if (learned.size() != 2 || !(learned[1] > 0)) return false;
    centre = learned[0];
    deviation = learned[1];
    return true;
}

}  // namespace firefly
