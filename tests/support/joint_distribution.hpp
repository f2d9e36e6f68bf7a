/// What joint-distribution tests do: exact draws of (θ, y, z), shipped iterations on them, and how functionals moved.
///
/// Paired:   θ ~ p(θ), y ~ p(y | θ), z ~ p(z | θ, y);  a few shipped iterations on (θ, z) given y;  no functional has moved on average.
/// Geweke:   the same start;  then in turn a shipped iteration and (y_n, z_n) ~ p(y_n | θ) p(z_n | θ, y_n) anew for a random half of the
///           data, chosen whatever the state is;  averages along the way are still those of the start (Geweke 2004, with exact starts, so
///           that nothing need converge and chains are independent).
///
/// y and z at the start come from the definitions, not from shipped code.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"
#include "support/every_sampler.hpp"

namespace firefly::testing {

struct joint_state {
    vector theta;
    vector targets;
    std::vector<bool> bright;
};

joint_state exact_draw(problem const& p, random_source& random);

/// The shipped density there.
any_firefly_density density_at(problem const& p, joint_state const& s);

/// What is watched; those of z only where there is one.
std::vector<std::string> functional_names(std::size_t dimension, bool has_z);

/// How they move on average in a few iterations on an exact draw, over `chains` of them.
std::vector<estimate> paired(trial const& run, std::size_t chains, problem const& p, named_sampler const& with, std::uint64_t seed);
/// The same where the updater is made of the very data.
std::vector<estimate> paired(trial const& run, std::size_t chains, problem const& p, any_kernel<any_firefly_density> const& kernel,
                             std::function<any_updater(vector const& targets)> const& make_updater, std::uint64_t seed);
std::vector<estimate> paired_regular(trial const& run, std::size_t chains, problem const& p, any_kernel<any_density> const& kernel,
                                     std::uint64_t seed);
std::vector<estimate> geweke(trial const& run, std::size_t chains, problem const& p, named_sampler const& with, std::uint64_t seed);

/// `test(run, problem, sampler, seed)` on a design in which each two of problem, kernel and updater meet: run r of problem i has
/// kernel r and updater r + i, counted round. Each run is judged; then all of them together, those of each kernel, and those of each
/// updater. Stops at the first that fails: one tells enough.
void cover(std::vector<problem> const& list, std::uint64_t first_seed,
           std::function<std::vector<estimate>(trial const&, problem const&, named_sampler const&, std::uint64_t)> const& test);

}  // namespace firefly::testing
