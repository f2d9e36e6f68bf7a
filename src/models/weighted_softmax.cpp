module;
#include <cstddef>
#include <span>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

void multiply(double weight, vector_out values) {
    for (double& value : values) value = times_weight(weight, value);
}

}  // namespace

void weighted_softmax::check(vector_view target) const {
    softmax_.check(target[0]);
    check_weight("softmax", target[1]);
}

void weighted_softmax::log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
        softmax_.log_likelihood(class_of(targets, i), eta.subspan(i * width(), width()), out.subspan(i, 1));
        multiply(weight_of(targets, i), out.subspan(i, 1));
    }
}

void weighted_softmax::derivatives(vector_view targets, vector_view eta, vector_out first) const {
    for (std::size_t i = 0; i < eta.size() / width(); ++i) {
        vector_out const own = first.subspan(i * width(), width());
        softmax_.derivatives(class_of(targets, i), eta.subspan(i * width(), width()), own);
        multiply(weight_of(targets, i), own);
    }
}

void weighted_softmax::derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
    std::size_t const square = width() * width();
    for (std::size_t i = 0; i < eta.size() / width(); ++i) {
        vector_out const own = first.subspan(i * width(), width()), curvature = second.subspan(i * square, square);
        softmax_.derivatives(class_of(targets, i), eta.subspan(i * width(), width()), own, curvature);
        multiply(weight_of(targets, i), own);
        multiply(weight_of(targets, i), curvature);
    }
}

}  // namespace firefly
