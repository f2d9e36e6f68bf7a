module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void scaled_gaussian::begin(quadratic const& log_density, vector_view origin) {
    factor_ = log_density.is_sparse() ? sparse_cholesky(log_density.sparse_precision()) : sparse_cholesky(log_density.precision());
    gradient_ = slope_ = scratch_ = log_density.gradient();
    constant_ = log_density.constant();
    log_density.multiply(origin, as_out(scratch_));
    for (std::size_t i = 0; i < origin.size(); ++i) {
        slope_(i) += scratch_(i);
        constant_ -= (gradient_(i) + scratch_(i) / 2) * origin[i];
    }
    origin_.assign(origin.begin(), origin.end());
    frame_.shift = zeros(origin.size());
}

void scaled_gaussian::take_rows(vector_view stacked) {
    std::size_t const size = origin_.size(), rows = stacked.size() / size, stride = padded(size) / 8;
    stacked_.assign(stacked.begin(), stacked.end());
    if (white_.size() < rows * stride) white_.resize(rows * stride);  // what is behind a row stays zero
    frame_.rows.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) frame_.rows[i] = white_[i * stride].each.data();
}

bool scaled_gaussian::rescale(vector_view excess, double of_scales) {
    std::size_t const size = origin_.size(), stride = padded(size) / 8;
    if (!factor_.refactorise(excess)) return false;
    for (std::size_t i = 0; i < size; ++i) frame_.shift(i) = gradient_(i) - excess[i] * origin_[i];
    factor_.solve_lower(as_out(frame_.shift));
    scratch_ = slope_;
    factor_.solve_lower(as_out(scratch_));
    frame_.peak = constant_ + dot(as_view(scratch_), as_view(scratch_)) / 2 + of_scales;
    frame_.log_mass = frame_.peak - factor_.log_determinant() / 2;
    for (std::size_t i = 0; i < frame_.rows.size(); ++i) {
        vector_out const row{white_[i * stride].each.data(), size};
        std::ranges::copy(vector_view(stacked_).subspan(i * size, size), row.begin());
        factor_.solve_lower(row);
    }
    return true;
}

void scaled_gaussian::unwhiten(vector_view white, vector_out d) {
    std::ranges::copy(white, d.begin());
    factor_.solve_upper(d);
}

}  // namespace firefly
