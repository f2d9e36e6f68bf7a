module firefly.core;

import firefly.external;

namespace firefly {

double quadratic::value(vector_view d, vector_out scratch) const {
    multiply_symmetric(precision_, d, scratch);
    double const linear = dot(as_view(gradient_), d);
    return constant_ + linear - dot(d, scratch.first(d.size())) / 2;
}

quadratic& quadratic::operator+=(quadratic const& other) {
    constant_ += other.constant_;
    gradient_ += other.gradient_;
    precision_ += other.precision_;
    return *this;
}

}  // namespace firefly
