/// Learned scales given z and the predictors u of the bright data, θ integrated out: the marginal step of bright Gibbs.
///
///     log π₀(log s, u | z) = c(s) + ½|b|² − ½log|A(s)| + log N(u; Tb, TTᵀ) + what no scale changes     (`scaled_gaussian`)
///
/// A slice on log s_g at a time, plain and of a fixed width, so that each is reversible. Scales below s_g move along, by the same number: a slice along
/// (1, …, 1) in logarithms, whose Jacobian is 1, and one factorisation an evaluation, however many scales there are.
/// θ must be drawn afresh given (u, s) before anything looks at it: until then it belongs to no s. Where A(s) is no precision, or TTᵀ is nearly singular,
/// π₀ is taken to be zero: a matter of (s, z).
/// Cost: O(D³ + MD² + M²D) for each of some 6 evaluations a slice.
module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.kernels:marginal_scales;

import firefly.core;
import :scale_slices;

namespace firefly {

/// log N(u; Tb, TTᵀ) up to a constant; −∞ where TTᵀ is ten million times worse than that of independent rows. `memory` is for (padded(M) + 1)M numbers.
double log_density_of_predictors(scaled_frame const& frame, vector_view u, vector_out memory);

template <ScaledFactors Target>
class marginal_scales {
public:
    /// From where the target stands, with the predictors of its frame. They lie in `u`, which may change: see `look_again`. The arrays are the target's
    /// own, those from `first` on.
    marginal_scales(Target& target, vector_view u, std::size_t first)
        : target_(target),
          u_(u),
          at_(room_in(target.workspace(first), target.log_scales().size())),
          memory_(room_in(target.workspace(first + 1), (padded(u.size()) + 1) * u.size())) {
        std::ranges::copy(target.log_scales(), at_.begin());
        here_ = evaluate();
    }

    /// Whether π₀ is not zero where the scales stand.
    inline bool is_possible() const { return here_ > -infinity; }

    /// With its family; nothing where it belongs to that of another.
    template <Random Source>
    inline void move(std::size_t g, Source& random) {
        if (!leads(target_, g)) return;
        double const x = at_[g];
        double last = here_;
        auto const log_density_at = [&](double there) {
            double const shift = there - at_[g];
            for (std::size_t const k : target_.scale_family(g)) at_[k] += shift;
            at_[g] = there;
            return last = evaluate();
        };
        if (slice_scale(log_density_at, x, here_, random))
            here_ = last;
        else
            here_ = log_density_at(x);
    }

    /// The predictors have changed, the scales have not.
    inline void look_again() { here_ = of_scaled(); }

private:
    inline double evaluate() { return target_.rescale(at_) ? of_scaled() : -infinity; }
    inline double of_scaled() { return target_.scaled().log_mass + log_density_of_predictors(target_.scaled(), u_, memory_); }

    Target& target_;
    vector_view u_;
    vector_out at_;  // log s
    vector_out memory_;
    double here_;
};

}  // namespace firefly
