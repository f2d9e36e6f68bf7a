/// Bright Gibbs: θ given z, almost independently of where θ was.
///
/// With quadratic bounds and a Gaussian prior θ given z is a Gaussian times one factor per bright datum, and each factor sees that datum's
/// own predictors only. In whitened coordinates w = Lᵀ(θ − θ*), A = L Lᵀ the pseudo-prior's precision, b = L⁻¹g:
///
///     π₀(w) ∝ N(w; b, I) ∏_n L̃_n(u_n),   u = T w,   G = T Tᵀ,   Q = G⁻¹
///     for the bright data in the order of their indices, then in the reverse order:
///         u_n given the others ∝ N(m, Q_nn⁻¹) L̃_n(u_n);   P' = Q_nn − C_n,   m' = P'⁻¹(Q_nn u_n − [Q(u − Tb)]_n)
///         propose u' from uᵀC_n u · N(m', P'⁻¹);   accept with the ratio of L̃_n(u)/(uᵀC_n u) · exp(−½uᵀC_n u)
///     w' = ε + TᵀQ(u − Tε),   ε ~ N(b, I): Matheron's rule, all that no bright datum sees is drawn afresh
///     accept θ' with the ratio of π/π₀: the remainder of the prior, other regions; 1 where there are none
///
/// C_n bounds the curvature of log(1 + L̃_n), so that the ratio in the sweep is nearly constant; it is cut down where P' would not stay
/// positive definite. There and back makes the sweep reversible, without which the last test would be wrong. The order is that of the
/// indices: the packed list's would remember the past, which is correlated with θ.
///
/// Where π₀ is zero at θ, outside of the region, nothing moves: so an elliptical slice step on π itself comes at every
/// `elliptical_every`-th step, a schedule that ignores the state. Neither leads back from where π has much heavier tails than a Gaussian. For that, where
/// the prior says more than the data and is not Gaussian, slices along such coordinates come with the elliptical step.
///
/// Where G is nearly singular (equal rows, several of one level of a group), the sweep moves predictors that are independent, and drags the others along
/// (`dependent_predictors`). Where these are many, or bright predictors are as many as parameters, or π₀ has no Gaussian at all, elliptical steps take
/// over. z alone decides all that. Nothing else would be exact: the kernel may be chosen by z and the clock, never by θ.
///
/// Where the prior has scales that are learned, they move in the same step (`marginal_scales`): in their order before the sweep there, in the reverse
/// order after the sweep back, which keeps the whole of it reversible; the point is drawn given the last of them, and the last test is for both.
/// Those of families, as a horseshoe has them, first move one by one given θ, a step of its own. Beside elliptical steps all move by `scale_slices`.
/// Cost: two queries per bright datum; O(M²D + M³ + D²). Derivation: docs/beyond.md. Nothing is allocated once the most bright data were seen.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

export module firefly.kernels:bright_gibbs;

import firefly.external;
import firefly.core;
import :dependent_predictors;
import :elliptical_slice;
import :marginal_scales;
import :preconditioner;
import :scale_slices;
import :slice;
import :sweep_space;

namespace firefly {

/// Where the elliptical steps are centred, and how often they come.
export struct bright_gibbs_settings {
    vector centre;                        // of the elliptical steps: θ*
    preconditioner shape;                 // of H
    std::uint64_t elliptical_every = 32;  // at least 1
    std::size_t elliptical_steps = 4;     // at least 1: how many take the place of a step that cannot be taken
};

/// The kernel, for densities that are `GaussianTimesFactors`.
export class bright_gibbs {
public:
    struct state {
        std::uint64_t steps = 0;
        inline static auto members(auto& self) { return std::tie(self.steps); }
        friend bool operator==(state const&, state const&) = default;
    };

    struct info {
        double acceptance;  // the mean of all tests of the step; 1 where there were none
        double step;        // 0: there is none
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit bright_gibbs(bright_gibbs_settings settings);

    inline state start() const { return {}; }
    static constexpr bool moves_scales() { return true; }

    /// Leaves the density invariant; changes its current point and counts the step.
    template <GaussianTimesFactors Target, Random Source>
    inline info step(Target& target, state& state, Source& random) const {
        if (++state.steps % settings_.elliptical_every == 0) {
            elliptical_.step(target, {}, random);
            slice_heavy(target, state.steps / settings_.elliptical_every, random);
            if constexpr (ScaledDensity<Target>) move_scales(target, random);
        }
        if (!target.inner().is_gaussian()) return take_over(target, random);
        bright_frame const& frame = target.frame();
        sweep_space space(target, frame, frame.u.size());
        if (!space.is_regular && !has_separated(space, target, frame)) return take_over(target, random);
        if constexpr (ScaledDensity<Target>) move_families_given_theta(target, random);
        double before = target.correction();
        if (before == infinity) return {0, 0};
        dependent_predictors<Target> dragged;
        if (space.size < frame.u.size()) dragged = {target, frame, space.swept(), 18};
        before += dragged.correction();
        if (before == infinity) return {0, 0};

        if constexpr (ScaledFactors<Target>)
            if (has_scales(target)) return step_with_scales(target, frame, space, dragged, before, random);

        tally tests;
        sweep(space, dragged, target, random, tests);
        draw_point(space, as_view(target.inner().shift), space.white);
        double const rest = dragged.finish(frame.rows, space.white, space.u, space.gap);
        double const log_ratio = target.place(space.white, space.u, space.gap) + rest - before;
        if (tests.passes(log_ratio, random)) target.commit();
        return {tests.mean(), 0};
    }

private:
    template <GaussianTimesFactors Target, Random Source>
    inline info take_over(Target& target, Source& random) const {
        for (std::size_t i = 0; i < settings_.elliptical_steps; ++i) {
            elliptical_.step(target, {}, random);
            if constexpr (ScaledDensity<Target>) move_scales_given_theta(target, random);
        }
        if constexpr (ScaledDensity<Target>) move_scales_with_theta(target, random);
        return {1, 0};
    }

    /// Coordinates with heavy tails, a few at the `turn`-th time, all of them in turn.
    template <GaussianTimesFactors Target, Random Source>
    inline void slice_heavy(Target& target, std::uint64_t turn, Source& random) const {
        constexpr std::size_t most = 4;
        std::vector<std::size_t> const& heavy = target.inner().heavy;
        if (heavy.empty()) return;
        vector_out const direction = target.scratch(0), scales = target.scratch(1);
        settings_.shape.coordinate_scales(scales);
        std::ranges::fill(direction, 0.0);
        std::size_t const count = std::min(most, heavy.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const coordinate = heavy[(turn * count + i) % heavy.size()];
            direction[coordinate] = scales[coordinate];
            slice_along(direction, target, slice_settings{}.width, slice_settings{}.most_widths, random);
            direction[coordinate] = 0;
        }
    }

    /// Metropolis tests, and the mean of their probabilities.
    struct tally {
        double sum = 0;
        double count = 0;
        template <Random Source>
        inline bool passes(double log_ratio, Source& random) {
            // Zero for −∞ and for what is no number.
            double const probability = log_ratio >= 0 ? 1 : log_ratio > -infinity ? portable::exp(log_ratio) : 0;
            sum += probability;
            ++count;
            return random.chance(probability);
        }
        /// The same with a ratio of two positive numbers that is not yet divided.
        template <Random Source>
        inline bool passes(double part, double whole, Source& random) {
            sum += part < whole ? part / whole : 1;
            ++count;
            return random.chance(part, whole);
        }
        inline double mean() const { return sum / count; }
    };

    /// Whether the space is one of independent predictors now, with the others few enough: dragging them along costs no more than elliptical steps would.
    template <GaussianTimesFactors Target>
    inline bool has_separated(sweep_space& space, Target& target, bright_frame const& frame) const {
        if (frame.rows_each > 1 || frame.u.size() >= target.dimension()) return false;
        // Far above the 1e-7 that `marginal_scales` asks for at other scales, and the 1e-8 of the inversion.
        target.separate(1e-5);
        constexpr std::size_t evaluations = 6;  // of an elliptical step, about
        if (2 * count_dragged(frame.dependence) > settings_.elliptical_steps * evaluations * frame.u.size()) return false;
        space = {target, frame, frame.dependence.independent};
        return space.is_regular;
    }

    /// That of (θ, s), with θ integrated out while s moves. Until here all was a matter of z alone: `space` is that of s*.
    template <ScaledFactors Target, Random Source>
    info step_with_scales(Target& target, bright_frame const& frame, sweep_space& space, dependent_predictors<Target>& dragged,
                          double before, Source& random) const {
        marginal_scales scales(target, space.swept(), 16);
        if (!scales.is_possible()) return {0, 0};
        std::size_t const count = target.log_scales().size();
        for (std::size_t g = 0; g < count; ++g) scales.move(g, random);
        if (!space.turn_to(frame, target.scaled())) return {0, 0};
        tally tests;
        sweep(space, dragged, target, random, tests);
        scales.look_again();
        for (std::size_t g = count; g-- > 0;) scales.move(g, random);

        if (!space.turn_to(target.scaled())) return {0, 0};
        draw_point(space, as_view(target.scaled().shift), space.white);
        double const rest = dragged.finish(target.scaled().rows, space.white, space.u, space.gap);
        double const log_ratio = target.place_scaled(space.white, space.u, space.gap) + rest - before;
        if (tests.passes(log_ratio, random)) target.commit();
        return {tests.mean(), 0};
    }

    /// There and back.
    template <GaussianTimesFactors Target, Random Source>
    inline void sweep(sweep_space& space, dependent_predictors<Target>& dragged, Target& target, Source& random,
                      tally& tests) const {
        std::size_t const data = space.data();
        random.normals(space.noise);
        if (space.each == 1) space.prepare_sizes();
        for (std::size_t n = 0; n < data; ++n) move(n, n, space, dragged, target, random, tests);
        for (std::size_t n = data; n-- > 0;) move(n, data + n, space, dragged, target, random, tests);
        if (space.each == 1) gaps_of_factors(space.factor, space.gap.first(data));
    }

    /// Moves the predictors of the frame's datum n given all others: the `turn`-th move of the sweep.
    template <GaussianTimesFactors Target, Random Source>
    inline void move(std::size_t n, std::size_t turn, sweep_space& space, dependent_predictors<Target>& dragged, Target& target,
                     Source& random, tally& tests) const {
        if (space.each == 1)
            move_one(n, turn, space, dragged, target, random, tests);
        else
            move_several(n, space.noise_of(turn), space, target, random, tests);
    }

    /// The proposal of one predictor is u² N(m', 1/P'), whatever C; its factor is known without logarithms.
    template <GaussianTimesFactors Target, Random Source>
    inline void move_one(std::size_t n, std::size_t turn, sweep_space& space, dependent_predictors<Target>& dragged, Target& target,
                         Source& random, tally& tests) const {
        double const mean = (space.q(n, n) * space.u[n] - space.pull[n]) * space.variance[n];
        double const u = draw_squared(mean, space.variance[n], {space.near[turn], space.far[turn]}, random);
        factor_weight const there = target.inner_weight(n, space.bend[n], u);
        // What is beyond the numbers, or nearly so, is weighed by logarithms: neither way may it depend on which of the two is the start.
        bool const are_numbers = is_ordinary(there.damped) && is_ordinary(space.weight[n]);
        if (are_numbers ? !tests.passes(there.damped, space.weight[n], random)
                        : !tests.passes(log_ratio(n, u, there, space), random))
            return;
        // A test of its own, as exact as one of the product: what the first turns down costs no queries here.
        if (!dragged.is_empty()) {
            if (!tests.passes(dragged.log_ratio(n, u - space.u[n]), random)) return;
            dragged.commit();
        }
        add_multiple(u - space.u[n], space.inverse_row(n), space.pull);
        space.u[n] = u;
        space.factor[n] = there.plain * u * u;
        space.gap[n] = there.gap;
        space.weight[n] = there.damped;
    }

    static inline bool is_ordinary(double weight) { return weight > 1e-300 && weight < 1e300; }

    /// Of the weights with the one predictor of datum n at u and where it is.
    static double log_ratio(std::size_t n, double u, factor_weight const& there, sweep_space const& space);

    template <GaussianTimesFactors Target, Random Source>
    inline void move_several(std::size_t n, vector_view noise, sweep_space& space, Target& target, Source& random,
                             tally& tests) const {
        std::size_t const each = space.each, first = n * each;
        vector_out const here = space.u.subspan(first, each), proposal = space.small.first(each);
        propose(n, noise, space, random, proposal);
        double const gap = target.inner_gap(n, proposal), weight = log_weight(space.root_of(n).squared_norm(proposal), gap);
        if (!tests.passes(weight - space.weight[n], random)) return;
        for (std::size_t j = 0; j < each; ++j) {
            add_multiple(proposal[j] - here[j], space.inverse_row(first + j), space.pull);
            here[j] = proposal[j];
        }
        space.gap[n] = gap;
        space.weight[n] = weight;
    }

    /// Draws from uᵀCu · N(m', P'⁻¹).
    template <Random Source>
    inline void propose(std::size_t n, vector_view noise, sweep_space const& space, Source& random, vector_out proposal) const {
        std::size_t const each = space.each;
        conditional const given = condition(n, space);
        // uᵀCu = Σ_i (f_i·u)² is a mixture: first which of its squares.
        double total = 0;
        for (std::size_t i = 0; i < each; ++i) total += given.weight[i];
        std::size_t chosen = 0;
        for (; chosen + 1 < each; ++chosen) {
            if (random.chance(given.weight[chosen] / total)) break;
            total -= given.weight[chosen];
        }
        double const along = draw_squared(given.along[chosen], given.spread[chosen],
                                          sizes_of(std::sqrt(given.spread[chosen]), noise.data()), random);
        // Then the rest from its Gaussian given that one: any draw, moved along P'⁻¹f to where it agrees.
        std::ranges::copy(noise.subspan(3), proposal.begin());
        finish(given, space.root_of(n), chosen, along, proposal);
    }

    /// u_n given the others without its factor, and with C taken out: P' = Λ Λᵀ, m', and for each column f of F: f·m', fᵀP'⁻¹f and
    /// the weight of its square.
    struct conditional {
        small_triangle lower;  // Λ
        vector_out mean, along, spread, weight;
    };
    static conditional condition(std::size_t n, sweep_space const& space);
    static void finish(conditional const& given, small_triangle const& root, std::size_t chosen, double along, vector_out proposal);

    /// From a² N(mean, variance): which of the two sizes, then the sign, each in proportion to the squares.
    template <Random Source>
    static inline double draw_squared(double mean, double variance, sizes possible, Source& random) {
        double const square = mean * mean;
        double const size = random.chance(square, square + variance) ? possible.near : possible.far;
        double const above = (mean + size) * (mean + size), below = (mean - size) * (mean - size);
        return random.chance(above, above + below) ? mean + size : mean - size;
    }

    /// w by Matheron's rule, from white noise.
    inline void draw_point(sweep_space const& space, vector_view shift, vector_out white) const {
        add(white, shift, white);
        vector_out const miss = space.scratch, weights = space.pull;  // the sweep is over
        predict(space.rows, white, miss);
        subtract(space.swept(), miss, miss);
        multiply_padded(space.inverse, miss, weights);
        add_weighted_rows(space.rows, weights, white);
    }

    bright_gibbs_settings settings_;
    elliptical_slice elliptical_;
};

static_assert(Kernel<bright_gibbs, archetype::factored_density, archetype::random>);
static_assert(Kernel<bright_gibbs, archetype::scaled_factored_density, archetype::random>);

}  // namespace firefly
