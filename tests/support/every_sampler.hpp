/// Every kernel and every updater, for tests that must see them all. A further one is one line here.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

import firefly;

namespace firefly::testing {

/// A centre that is nobody's maximum.
inline vector off_centre(std::size_t dimension) {
    vector centre = zeros(dimension);
    for (std::size_t i = 0; i < dimension; ++i) centre(i) = i % 2 == 0 ? 0.2 : -0.3;
    return centre;
}

/// For posteriors of so many parameters, of standard deviations near one. Shapes that fit none of them, and steps that are often refused.
template <class Use>
void for_every_common_kernel(std::size_t dimension, Use const& use) {
    matrix precision = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) precision(i, j) = i == j ? 1.5 : 0.4;
    preconditioner const shape{cholesky(precision)};
    use("random walk", random_walk({.step = 0.9, .shape = shape}));
    use("mala", mala({.step = 1.1, .shape = shape}));
    use("hamiltonian", hamiltonian({.step = 0.5, .leapfrog_steps = 3, .shape = shape}));
    use("slice, coordinates", slice({.width = 1.5, .most_widths = 4, .shape = shape}));
    use("slice, random direction", slice({.width = 2, .lines = slice_lines::random_direction, .shape = shape}));
    use("elliptical slice", elliptical_slice({.centre = off_centre(dimension), .shape = shape}));
}

/// On the density of θ given z.
template <class Use>
void for_every_kernel(std::size_t dimension, Use const& use) {
    for_every_common_kernel(dimension, use);
    use("bright Gibbs", bright_gibbs({.centre = off_centre(dimension), .shape = {}, .elliptical_every = 3, .elliptical_steps = 2}));
}

/// On the full posterior.
template <class Use>
void for_every_regular_kernel(std::size_t dimension, Use const& use) {
    for_every_common_kernel(dimension, use);
    use("independence", independence({.centre = off_centre(dimension), .shape = {}, .batch = 4}));
}

/// Clocks for so many data and for bounds of up to two regions, that know nothing of either.
inline clocked_settings some_clocks(std::size_t rows) {
    std::vector<double> inner, more;
    for (std::size_t n = 0; n < rows; ++n) {
        inner.push_back(n % 3 == 0 ? 0.1 : 0.6);
        more.push_back(n % 2 == 0 ? 0.3 : 0.02);
    }
    return {.inner = poisson_clock(inner), .more = {poisson_clock(more)}};
}

/// For a handful of data.
template <class Use>
void for_every_updater(std::size_t rows, Use const& use) {
    use("implicit", implicit_update({.q = 0.3}));
    use("explicit", explicit_update({.alpha = 0.4}));
    use("explicit, distinct", explicit_distinct({.alpha = 0.4}));
    use("sweep", deterministic_sweep({.block = 3}));
    use("full Gibbs", full_gibbs{});
    use("clocked", clocked_update(some_clocks(rows)));
}

inline std::size_t kernel_count() {
    std::size_t size = 0;
    for_every_kernel(1, [&](auto const&...) { ++size; });
    return size;
}

inline std::size_t updater_count() {
    std::size_t size = 0;
    for_every_updater(1, [&](auto const&...) { ++size; });
    return size;
}

/// On the full posterior.
inline std::size_t regular_kernel_count() {
    std::size_t size = 0;
    for_every_regular_kernel(1, [&](auto const&...) { ++size; });
    return size;
}

/// `use(name, kernel)` with the n-th of those for the full posterior, counted round.
template <class Use>
void with_regular_kernel(std::size_t n, std::size_t dimension, Use const& use) {
    std::size_t const wanted = n % regular_kernel_count();
    std::size_t i = 0;
    for_every_regular_kernel(dimension, [&](std::string const& name, auto const& kernel) {
        if (i++ == wanted) use(name, kernel);
    });
}

/// `use(name, kernel, updater)` with the k-th and the u-th of them, counted round.
template <class Use>
void with_sampler(std::size_t k, std::size_t u, std::size_t dimension, std::size_t rows, Use const& use) {
    std::size_t const wanted_kernel = k % kernel_count();
    std::size_t kernel_number = 0;
    for_every_kernel(dimension, [&](std::string const& kernel_name, auto const& kernel) {
        if (kernel_number++ != wanted_kernel) return;
        std::size_t const wanted = u % updater_count();
        std::size_t i = 0;
        for_every_updater(rows, [&](std::string const& name, auto const& updater) {
            if (i++ == wanted) use(kernel_name + ", " + name, kernel, updater);
        });
    });
}

}  // namespace firefly::testing
