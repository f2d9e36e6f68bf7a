/// How a kernel finds its step in warm-up: stochastic approximation (Robbins & Monro 1951) on its logarithm.
///
///     log s ← log s + (acceptance − target)/√(iteration + 1)
///
/// The gain falls slowly enough to cover any distance and fast enough for the noise to die out: after n iterations the acceptance
/// that the step gives has a standard deviation of about 0.15·n^(−1/4) about its target, twice that for MALA (measured on a
/// 20-dimensional Gaussian). A step so slightly off costs nothing that could be seen.
module;
#include <cmath>
#include <cstdint>
#include <string_view>
#include <tuple>

export module firefly.kernels:step_adaptation;

import firefly.core;

namespace firefly {

/// The step of a kernel and the acceptance that it aims at.
export class step_adaptation {
public:
    /// What a kernel with a step remembers besides θ.
    struct state {
        double log_step = 0;

        inline double step() const { return portable::exp(log_step); }
        inline static auto members(auto& self) { return std::tie(self.log_step); }
        inline bool is_possible() const { return std::isfinite(log_step); }
        friend bool operator==(state const&, state const&) = default;
    };

    /// Throws `invalid_argument` in the kernel's name unless the step is positive and finite and the target lies in (0, 1).
    step_adaptation(std::string_view kernel, double step, double target_acceptance);

    inline state start() const { return {log_step_}; }

    inline void adapt(state& state, double acceptance, std::uint64_t iteration) const {
        state.log_step += (acceptance - target_acceptance_) / std::sqrt(static_cast<double>(iteration) + 1);
    }

private:
    double log_step_;
    double target_acceptance_;
};

}  // namespace firefly
