#include <cstddef>
#include <string>
#include <vector>

#include "every_sampler.hpp"

namespace firefly::testing {

namespace {

/// A centre that is nobody's maximum.
vector off_centre(std::size_t dimension) {
    vector centre = zeros(dimension);
    for (std::size_t i = 0; i < dimension; ++i) centre(i) = i % 2 == 0 ? 0.2 : -0.3;
    return centre;
}

/// Those that know nothing of z.
template <class Target>
std::vector<named<any_kernel<Target>>> common_kernels(std::size_t dimension) {
    matrix precision = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) precision(i, j) = i == j ? 1.5 : 0.4;
    preconditioner const shape{cholesky(precision)};
    using any = any_kernel<Target>;
    return {{"random walk", any(random_walk({.step = 0.9, .shape = shape}))},
            {"mala", any(mala({.step = 1.1, .shape = shape}))},
            {"hamiltonian", any(hamiltonian({.step = 0.5, .leapfrog_steps = 3, .shape = shape}))},
            {"slice, coordinates", any(slice({.width = 1.5, .most_widths = 4, .shape = shape}))},
            {"slice, random direction", any(slice({.width = 2, .lines = slice_lines::random_direction, .shape = shape}))},
            {"elliptical slice", any(elliptical_slice({.centre = off_centre(dimension), .shape = shape}))}};
}

/// Clocks for `rows` data and for bounds of up to two regions, that know nothing of either.
clocked_settings some_clocks(std::size_t rows) {
    std::vector<double> inner, more;
    for (std::size_t n = 0; n < rows; ++n) {
        inner.push_back(n % 3 == 0 ? 0.1 : 0.6);
        more.push_back(n % 2 == 0 ? 0.3 : 0.02);
    }
    return {.inner = poisson_clock(inner), .more = std::vector<lazy<poisson_clock>>(40, poisson_clock(more))};
}

}  // namespace

std::vector<named<any_kernel<any_firefly_density>>> every_kernel(std::size_t dimension) {
    auto list = common_kernels<any_firefly_density>(dimension);
    list.push_back(
        {"bright Gibbs", any_kernel<any_firefly_density>(bright_gibbs(
                             {.centre = off_centre(dimension), .shape = {}, .elliptical_every = 3, .elliptical_steps = 2}))});
    return list;
}

std::vector<named<any_kernel<any_density>>> every_regular_kernel(std::size_t dimension) {
    auto list = common_kernels<any_density>(dimension);
    list.push_back(
        {"independence", any_kernel<any_density>(independence({.centre = off_centre(dimension), .shape = {}, .batch = 4}))});
    return list;
}

std::vector<named<any_updater>> every_updater(std::size_t rows) {
    return {{"implicit", any_updater(implicit_update({.q = 0.3}))},
            {"explicit", any_updater(explicit_update({.alpha = 0.4}))},
            {"explicit, distinct", any_updater(explicit_distinct({.alpha = 0.4}))},
            {"sweep", any_updater(deterministic_sweep({.block = 3}))},
            {"full Gibbs", any_updater(full_gibbs{})},
            {"clocked", any_updater(clocked_update(some_clocks(rows)))}};
}

}  // namespace firefly::testing
