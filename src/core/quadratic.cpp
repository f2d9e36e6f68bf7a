module;
#include <cstddef>

module firefly.core;

import firefly.external;

namespace firefly {

double quadratic::value(vector_view d, vector_out gradient) const {
    multiply_symmetric(precision_, d, gradient);
    // c + g·d − ½ d·Pd = c + ½ d·(g + (g − Pd))
    double twice = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        gradient[i] = gradient_[i] - gradient[i];
        twice += d[i] * (gradient_[i] + gradient[i]);
    }
    return constant_ + twice / 2;
}

quadratic& quadratic::operator+=(quadratic const& other) {
    constant_ += other.constant_;
    gradient_ += other.gradient_;
    precision_ += other.precision_;
    return *this;
}

}  // namespace firefly
