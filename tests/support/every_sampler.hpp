/// Every kernel and every updater, for tests that must see them all. A further one is one line here.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <string>

import firefly;

namespace firefly::testing {

/// For posteriors of so many parameters, of standard deviations near one. Shapes that fit none of them, and steps that are often refused.
template <class Use>
void for_every_kernel(std::size_t dimension, Use const& use) {
    matrix precision = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) precision(i, j) = i == j ? 1.5 : 0.4;
    preconditioner const shape{cholesky(precision)};
    use("random walk", random_walk({.step = 0.9, .shape = shape}));
    use("mala", mala({.step = 1.1, .shape = shape}));
    use("hamiltonian", hamiltonian({.step = 0.5, .leapfrog_steps = 3, .shape = shape}));
    use("slice, coordinates", slice({.width = 1.5, .most_widths = 4, .shape = shape}));
    use("slice, random direction", slice({.width = 2, .lines = slice_lines::random_direction, .shape = shape}));
}

/// For a handful of data.
template <class Use>
void for_every_updater(Use const& use) {
    use("implicit", implicit_update({.q = 0.3}));
    use("explicit", explicit_update({.alpha = 0.4}));
    use("explicit, distinct", explicit_distinct({.alpha = 0.4}));
    use("sweep", deterministic_sweep({.block = 3}));
    use("full Gibbs", full_gibbs{});
}

inline std::size_t kernel_count() {
    std::size_t size = 0;
    for_every_kernel(1, [&](auto const&...) { ++size; });
    return size;
}

inline std::size_t updater_count() {
    std::size_t size = 0;
    for_every_updater([&](auto const&...) { ++size; });
    return size;
}

/// `use(name, kernel)` with the n-th of them, counted round.
template <class Use>
void with_kernel(std::size_t n, std::size_t dimension, Use const& use) {
    std::size_t const wanted = n % kernel_count();
    std::size_t i = 0;
    for_every_kernel(dimension, [&](std::string const& name, auto const& kernel) {
        if (i++ == wanted) use(name, kernel);
    });
}

/// `use(name, kernel, updater)` with the k-th and the u-th of them, counted round.
template <class Use>
void with_sampler(std::size_t k, std::size_t u, std::size_t dimension, Use const& use) {
    with_kernel(k, dimension, [&](std::string const& kernel_name, auto const& kernel) {
        std::size_t const wanted = u % updater_count();
        std::size_t i = 0;
        for_every_updater([&](std::string const& name, auto const& updater) {
            if (i++ == wanted) use(kernel_name + ", " + name, kernel, updater);
        });
    });
}

}  // namespace firefly::testing
