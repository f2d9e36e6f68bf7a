/// Every kernel and every updater, for tests that must see them all. A further one is one line in every_sampler.cpp.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

import firefly;

namespace firefly::testing {

template <class T>
struct named {
    std::string name;
    T use;
};

/// On the density of θ given z, for posteriors of `dimension` parameters, of standard deviations near one. Shapes that fit none of them, and
/// steps that are often refused.
std::vector<named<any_kernel<any_firefly_density>>> every_kernel(std::size_t dimension);

/// The same on the full posterior.
std::vector<named<any_kernel<any_density>>> every_regular_kernel(std::size_t dimension);

/// For a handful of data.
std::vector<named<any_updater>> every_updater(std::size_t rows);

inline std::size_t kernel_count() {
    return every_kernel(1).size();
}
inline std::size_t regular_kernel_count() {
    return every_regular_kernel(1).size();
}
inline std::size_t updater_count() {
    return every_updater(1).size();
}

/// The n-th of those for the full posterior, counted round.
inline named<any_kernel<any_density>> regular_kernel(std::size_t n, std::size_t dimension) {
    auto const all = every_regular_kernel(dimension);
    return all[n % all.size()];
}

struct named_sampler {
    std::string name;
    any_kernel<any_firefly_density> kernel;
    any_updater updater;
};

/// The k-th kernel and the u-th updater, counted round.
inline named_sampler sampler(std::size_t k, std::size_t u, std::size_t dimension, std::size_t rows) {
    auto const kernels = every_kernel(dimension);
    auto const updaters = every_updater(rows);
    auto const& [kernel_name, kernel] = kernels[k % kernels.size()];
    auto const& [updater_name, updater] = updaters[u % updaters.size()];
    return {kernel_name + ", " + updater_name, kernel, updater};
}

}  // namespace firefly::testing
