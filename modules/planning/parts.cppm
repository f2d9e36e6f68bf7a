/// Kernels and updaters by their kind, sized for a posterior.
///
/// Steps start, in posterior standard deviations where the shape is known, at 2.38 D^(−1/2) for the random walk (Roberts, Gelman & Gilks
/// 1997), 1.65 D^(−1/6) for MALA (Roberts & Rosenthal 1998) and 1.2 D^(−1/4) for Hamiltonian Monte Carlo (Beskos et al. 2013); at a tenth of
/// that, and left to warm-up, where it is not.
module;
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

export module firefly.planning:parts;

import firefly.core;
import firefly.dynamic;
import firefly.kernels;
import firefly.samplers;
import firefly.updaters;
import :choices;
import :survey;

namespace firefly {

/// What kernels and updaters are sized by.
struct posterior_size {
    std::size_t dimension = 0;
    row_index rows = 0;
    std::optional<anchor> at = {};     // nothing where bounds are untuned
    std::size_t elliptical_steps = 4;  // of bright Gibbs
};

/// Throw `invalid_argument` for a kernel that needs what is not there: the maximum, bright data, or all data.
any_kernel<any_firefly_density> make_firefly_kernel(kernel_kind kind, posterior_size const& size);
any_kernel<any_density> make_regular_kernel(kernel_kind kind, posterior_size const& size);

bright_gibbs make_bright_gibbs(posterior_size const& size);
random_walk make_random_walk(posterior_size const& size);

/// `tables` says how loose the bound is, for thinned Gibbs; `q` is for the implicit form; `clocked` is the clocked form, where there is a
/// maximum. Throws `invalid_argument` for an updater that needs the maximum where there is none.
any_updater make_updater(updater_kind kind, posterior_size const& size, std::vector<lazy<looseness_table>> const& tables, double q,
                         std::optional<clocked_update> const& clocked);

/// What draws the first z: thinned Gibbs, or, where there is no maximum, full Gibbs.
any_updater make_first_updater(posterior_size const& size, std::vector<lazy<looseness_table>> const& tables);

/// The q of the implicit form where nothing is forecast, as in the paper.
inline constexpr double untuned_q = 0.1;

}  // namespace firefly
