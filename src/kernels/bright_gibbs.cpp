module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

bright_gibbs::bright_gibbs(bright_gibbs_settings settings)
    : settings_(std::move(settings)), elliptical_({settings_.centre, settings_.shape}) {
    if (settings_.elliptical_every == 0 || settings_.elliptical_steps == 0)
        throw invalid_argument("bright_gibbs: elliptical_every and elliptical_steps must be at least 1");
}

double bright_gibbs::log_ratio(std::size_t n, double u, factor_weight const& there, sweep_space const& space) {
    auto const log_weight_at = [&](double x, double gap, double factor) {
        return log_weight(space.bend[n] * x * x, gap == gap_of_factor ? portable::log1p(factor) : gap);
    };
    return log_weight_at(u, there.gap, there.plain * u * u) - log_weight_at(space.u[n], space.gap[n], space.factor[n]);
}

bright_gibbs::conditional bright_gibbs::condition(std::size_t n, sweep_space const& space) {
    std::size_t const each = space.each, first = n * each;
    vector_out const memory = space.small.subspan(each);
    conditional const given{small_triangle(each, memory.first(each * each)), memory.subspan(each * each, each),
                            memory.subspan(each * each + each, each), memory.subspan(each * each + 2 * each, each),
                            memory.subspan(each * each + 3 * each, each)};
    small_triangle const root = space.root_of(n);
    for (std::size_t i = 0; i < each; ++i) {
        given.mean[i] = -space.pull[first + i];
        for (std::size_t j = 0; j < each; ++j) {
            double const precision = space.q(first + i, first + j);
            given.mean[i] += precision * space.u[first + j];
            if (j <= i) given.lower(i, j) = precision;
        }
    }
    given.lower.subtract_square(root);
    given.lower.factorise();
    given.lower.solve_lower(given.mean);
    given.lower.solve_upper(given.mean);
    for (std::size_t i = 0; i < each; ++i) {
        // |Λ⁻¹f|²; `weight` is free until it is filled.
        root.column(i, given.weight);
        given.lower.solve_lower(given.weight);
        given.spread[i] = dot(given.weight, given.weight);
    }
    for (std::size_t i = 0; i < each; ++i) {
        given.along[i] = root.along_column(i, given.mean);
        given.weight[i] = given.along[i] * given.along[i] + given.spread[i];
    }
    return given;
}

void bright_gibbs::finish(conditional const& given, small_triangle const& root, std::size_t chosen, double along,
                          vector_out proposal) {
    given.lower.solve_upper(proposal);
    for (std::size_t i = 0; i < proposal.size(); ++i) proposal[i] += given.mean[i];
    double const miss = (along - root.along_column(chosen, proposal)) / given.spread[chosen];
    vector_out const direction = given.weight;  // P'⁻¹f; the weights have done their work
    root.column(chosen, direction);
    given.lower.solve_lower(direction);
    given.lower.solve_upper(direction);
    for (std::size_t i = 0; i < proposal.size(); ++i) proposal[i] += miss * direction[i];
}

}  // namespace firefly
