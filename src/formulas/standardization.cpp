module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "../numeric/twofold.hpp"

module firefly.formulas;

namespace firefly {

bool standardization::learn(std::span<double const> column) {
    twofold sum, squares;
    double const size = static_cast<double>(column.size());
    for (double const x : column) sum = sum + x;
    centre = (sum / twofold{size}).value();
    if (!divides) return true;
    double largest = 0;
    for (double const x : column) largest = std::max(largest, std::abs(x - centre));
    if (!(largest > 0)) return false;
    int const exponent = std::ilogb(largest);  // squares neither overflow nor vanish
    for (double const x : column) {
        double const apart = std::ldexp(x - centre, -exponent);
        squares = squares + twofold::product(apart, apart);
    }
    deviation = column.size() > 1 ? std::ldexp(root(squares / twofold{size - 1}).value(), exponent) : 0;
    return deviation > 0;
}

bool standardization::restore(std::span<double const> learned) {
    if (learned.size() != 2 || !(learned[1] > 0)) return false;
    centre = learned[0];
    deviation = learned[1];
    return true;
}

}  // namespace firefly
