/// What a chain yields, and what it needs to go on.
module;
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

export module firefly.core:draw;

import firefly.external;
import firefly.numeric;
import :batch;

namespace firefly {

/// Where a density stands.
export struct point {
    vector theta;
    double log_density = 0;  // up to a constant; under firefly: of (θ, z)
    std::size_t region = 0;  // of the bound

    inline static auto members(auto& self) { return std::tie(self.theta, self.log_density, self.region); }
    friend bool operator==(point const&, point const&) = default;
};

/// What one brightness update did. Regular MCMC leaves all of it zero.
export struct z_stats {
    std::uint64_t bright = 0;      // data that are bright after the update
    std::uint64_t brightened = 0;  // dark before, bright after
    std::uint64_t darkened = 0;    // bright before, dark after
    std::uint64_t queries = 0;     // likelihoods evaluated for it

    inline std::uint64_t flips() const { return brightened + darkened; }
    friend bool operator==(z_stats const&, z_stats const&) = default;
};

/// One state of a chain. A stream yields a reference to the chain's own: copy what outlives the next step.
export struct draw {
    vector theta;
    z_stats z;
    double log_density = 0;              // of (θ, z), up to a constant
    double acceptance = 0;               // of the θ step, in [0, 1]
    double step = 0;                     // the kernel's step size; 0 for a kernel without one
    std::uint64_t theta_queries = 0;     // likelihoods evaluated in the θ step
    std::uint64_t iteration = 0;         // from 0, warm-up included
    bool diverging = false;              // the kernel lost its way in this iteration and stayed where it was
    bool warm_up = false;                // the kernel is still adapting: not yet a draw from the posterior
    vector scales = {};                  // s, where the prior has scales that are learned
    std::optional<double> on_grid = {};  // the value of a parameter that is sampled on a grid

    inline std::uint64_t queries() const { return theta_queries + z.queries; }
    friend bool operator==(draw const&, draw const&) = default;
};

/// All that a firefly density remembers besides its model and bound. Caches are kept and not recomputed: their rounding differs.
export struct density_state {
    point current;
    std::vector<row_index> bright;  // in the order of the packed rows
    evaluation bright_values;
    std::vector<double> gradient;         // at the current point, where it is kept: see `regular_density`
    std::vector<double> log_scales = {};  // of the prior, where they are learned

    inline static auto members(auto& self) {
        return std::tie(self.current, self.bright, self.bright_values, self.gradient, self.log_scales);
    }
    friend bool operator==(density_state const&, density_state const&) = default;
};

/// How z starts. Gibbs draws it from its conditional at the starting θ (N queries, not counted in any draw). All dark costs nothing and
/// is a state that the posterior hardly ever visits: warm-up has to light what ought to be bright.
export enum class brightness_start { gibbs, dark };

/// What a chain is told once.
export struct chain_options {
    std::uint64_t seed = 1;
    std::uint32_t chain = 0;       // chains with one seed are independent
    std::uint64_t warm_up = 1000;  // iterations in which the kernel adapts; their draws are yielded too, marked `warm_up`
    brightness_start brightness = brightness_start::gibbs;

    inline static auto members(auto& self) { return std::tie(self.seed, self.chain, self.warm_up, self.brightness); }
    friend bool operator==(chain_options const&, chain_options const&) = default;
};

/// All that a chain is: plain, regular, and enough to continue bit for bit.
export template <class KernelState, class UpdaterState>
struct chain_state {
    chain_options options;
    std::uint64_t iteration = 0;
    density_state density;
    KernelState kernel;
    UpdaterState updater;

    inline static auto members(auto& self) {
        return std::tie(self.options, self.iteration, self.density, self.kernel, self.updater);
    }
    friend bool operator==(chain_state const&, chain_state const&) = default;
};

}  // namespace firefly
