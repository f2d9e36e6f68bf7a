/// Slice sampling (Neal 2003) along lines, by `slice_line`: θ + t·direction, an update of t.
///
/// Lines: all coordinates in order (each with its own width, w/√H_ii), or one line in a random direction S u,
/// u uniform on the sphere and S the preconditioner, so that w is in standard deviations of the posterior.
/// Warm-up moves w towards three times the distance moved, since two uniform points of an interval are a third of its length
/// apart. The result hardly depends on it: an interval too short grows, one too long shrinks.
/// Cost: some 5 evaluations a line, as many lines as coordinates or one; each costs M queries under firefly, N under regular MCMC.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

export module firefly.kernels:slice;

import firefly.external;
import firefly.core;
import :line_slice;
import :preconditioner;

namespace firefly {

/// One update on the line θ + t·direction, with intervals of `width` at first. Gives |t|.
template <Density Target, Random Source>
inline double slice_along(vector_view direction, Target& target, double width, std::size_t most_widths, Source& random) {
    vector_view const theta = as_view(target.current().theta);
    vector_out const point = target.scratch(2);
    auto const log_density_at = [&](double t) {
        for (std::size_t i = 0; i < point.size(); ++i) point[i] = theta[i] + t * direction[i];
        return target.evaluate(point);
    };
    auto const is_here = [&](double) { return std::ranges::equal(point, theta); };
    auto const t = slice_line(log_density_at, target.current().log_density, width, most_widths, is_here, random);
    if (!t) return 0;
    target.commit();
    return std::abs(*t);
}

/// Along which lines a step goes.
export enum class slice_lines { coordinates, random_direction };

/// The lines, and how wide an interval on them is at first.
export struct slice_settings {
    double width = 3.0;            // must be positive and finite; a Gaussian's slices are about 3 standard deviations long
    std::size_t most_widths = 32;  // at least 1: no stepping out
    slice_lines lines = slice_lines::coordinates;
    preconditioner shape = {};
};

/// The kernel, for any `Density`.
export class slice {
public:
    struct state {
        double width = 0;
        inline static auto members(auto& self) { return std::tie(self.width); }
        inline bool is_possible() const { return width > 0 && std::isfinite(width); }
        friend bool operator==(state const&, state const&) = default;
    };

    struct info {
        double acceptance;  // 1: a slice always ends at a new point
        double step;        // the width
        double distance;    // moved along a line, in its units; the mean over all lines of the step
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit slice(slice_settings settings);

    inline state start() const { return {settings_.width}; }

    /// Leaves the density invariant for any state; changes nothing but the density's current point.
    template <Density Target, Random Source>
    inline info step(Target& target, state const& state, Source& random) const {
        vector_out const direction = target.scratch(0);
        if (settings_.lines == slice_lines::random_direction) {
            random.normals(direction);
            double const length = std::sqrt(dot(direction, direction));
            for (double& x : direction) x /= length;
            settings_.shape.apply(direction);
            return {1, state.width, slice_along(direction, target, state.width, settings_.most_widths, random)};
        }
        vector_out const scales = target.scratch(1);
        settings_.shape.coordinate_scales(scales);
        std::ranges::fill(direction, 0.0);
        double distance = 0;
        for (std::size_t i = 0; i < direction.size(); ++i) {
            direction[i] = scales[i];
            distance += slice_along(direction, target, state.width, settings_.most_widths, random);
            direction[i] = 0;
        }
        return {1, state.width, distance / static_cast<double>(direction.size())};
    }

    /// Warm-up only. The gain is below one, so that the width stays positive.
    inline void adapt(state& state, info const& info, std::uint64_t iteration) const {
        state.width += (3 * info.distance - state.width) / std::sqrt(static_cast<double>(iteration) + 2);
    }

private:
    slice_settings settings_;
};

static_assert(Kernel<slice, archetype::density, archetype::random>);
static_assert(Adaptive<slice>);

}  // namespace firefly
