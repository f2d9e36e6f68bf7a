/// Independence Metropolis with the Laplace approximation as proposal: the strongest regular control while its acceptance holds.
///
///     θ' ~ N(θ*, H⁻¹);   accept with probability min(1, w(θ')/w(θ)),   log w = log π + ½‖θ − θ*‖²_H
///
/// Proposals do not depend on where the chain stands, so that many are drawn and evaluated at a time, by matrix–matrix instead of
/// matrix–vector products; what is not used yet is part of the kernel's state. Its tails can stick, where π is heavier than the
/// proposal: a control, and a choice for small data, not a cure. Tierney 1994.
/// Cost: N queries per step, a batch of them at once in every `batch`-th step.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

export module firefly.kernels:independence;

import firefly.external;
import firefly.core;
import :preconditioner;

namespace firefly {

/// The proposal, and how many are evaluated at a time.
export struct independence_settings {
    vector centre;           // θ*
    preconditioner shape;    // of H
    std::size_t batch = 32;  // at least 1: proposals evaluated at a time
};

/// The kernel, for a `BatchDensity`.
export class independence {
public:
    /// Proposals that have been evaluated and not been used.
    struct state {
        std::vector<double> points = {};
        std::vector<double> log_densities = {};
        std::vector<double> squares = {};  // ‖θ' − θ*‖²_H
        inline static auto members(auto& self) { return std::tie(self.points, self.log_densities, self.squares); }
        inline bool is_possible() const {
            return log_densities.size() == squares.size() && are_finite(points) && are_finite(squares);
        }
        friend bool operator==(state const&, state const&) = default;
    };

    struct info {
        double acceptance;  // the probability with which the proposal was accepted
        double step;        // 0: there is none
        bool accepted;
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit independence(independence_settings settings);

    inline state start() const { return {}; }

    /// Leaves the density invariant; changes nothing but its current point and the proposals kept.
    template <BatchDensity Target, Random Source>
    inline info step(Target& target, state& state, Source& random) const {
        std::size_t const size = target.dimension();
        if (state.points.size() != size * state.log_densities.size())
            throw invalid_argument("independence: the state is not one of this density; start from the kernel's own");
        if (state.log_densities.empty()) propose(target, state, random);
        vector_out const white = target.scratch(0);
        for (std::size_t i = 0; i < size; ++i) white[i] = target.current().theta(i) - settings_.centre(i);
        settings_.shape.apply_inverse(white);

        double const log_density = state.log_densities.back();
        double const log_ratio = log_density + state.squares.back() / 2 - target.current().log_density - dot(white, white) / 2;
        bool const accepted = random.accept(log_ratio);
        if (accepted) {
            target.place(vector_view(state.points).last(size), log_density);
            target.commit();
        }
        state.points.resize(state.points.size() - size);
        state.log_densities.pop_back();
        state.squares.pop_back();
        return {portable::exp(std::min(0.0, log_ratio)), 0, accepted};
    }

private:
    template <BatchDensity Target, Random Source>
    inline void propose(Target& target, state& state, Source& random) const {
        // A density given scales that are learned is another one in the next step.
        std::size_t const size = target.dimension(), many = has_scales(target) ? 1 : settings_.batch;
        state.points.resize(many * size);
        state.log_densities.resize(many);
        state.squares.resize(many);
        random.normals(state.points);
        for (std::size_t p = 0; p < many; ++p) {
            vector_out const point = vector_out(state.points).subspan(p * size, size);
            state.squares[p] = dot(point, point);
            settings_.shape.apply(point);
            for (std::size_t i = 0; i < size; ++i) point[i] += settings_.centre(i);
        }
        target.evaluate_many({state.points.data(), many, size}, state.log_densities);
    }

    independence_settings settings_;
};

static_assert(Kernel<independence, archetype::batch_density, archetype::random>);

}  // namespace firefly
