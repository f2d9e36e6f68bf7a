/// Redraws every brightness from its conditional distribution without looking at every datum: Gibbs by thinning.
///
///     e_n = ½ tr(C_n V_n) ‖θ − θ*‖²_H ≥ gap_n;   points of a Poisson process of rate ‖θ − θ*‖²_H on segments of length ½ tr(C_n V_n)
///     a point of datum n survives with probability gap_n/e_n;   z_n = 1 iff one of its points does: probability 1 − e^{−gap_n}
///
/// C_n and V_n: `survey`. One clock a region of the bound. The way to start a chain at a given θ, and an update that forgets z.
/// Cost: Σ e_n points, about 2MD, and a query for each distinct dark one, instead of N. Reference: docs/beyond.md.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.updaters:thinned_gibbs;

import firefly.core;
import :poisson_clock;

namespace firefly {

/// The clocks, and where distances are measured from.
export struct thinned_settings {
    std::vector<lazy<poisson_clock>> clocks;  // of each region: ½ tr(C_n V_n)
    vector centre;                            // θ*
    cholesky precision;                       // H
};

/// The `BrightnessUpdater` that redraws all data and looks at few.
export class thinned_gibbs {
public:
    /// Within `decide`: the data that were struck, how often each, and what is new among them.
    struct state {
        std::vector<row_index> struck = {};
        std::vector<std::uint32_t> times = {};
        std::vector<row_index> dark = {};
        std::vector<double> displacement = {};  // θ − θ*

        /// Empty again; what is allocated stays.
        inline void clear() {
            struck.clear();
            times.clear();
            dark.clear();
            displacement.clear();
        }
        inline static auto members(auto& self) { return std::tie(self.struck, self.times, self.dark, self.displacement); }
        inline bool is_possible() const { return struck.empty() && times.empty() && dark.empty() && displacement.empty(); }
        friend bool operator==(state const&, state const&) = default;
    };

    /// Throws `invalid_argument` when the clocks are not of the same data, or there are none.
    explicit thinned_gibbs(thinned_settings settings);

    inline state start() const { return {}; }

    /// How often data are struck depends on θ: nothing is known ahead of time.
    template <Brightness Z, Random Source>
    inline void propose(Z const&, state const&, Source&, std::vector<row_index>&) const {}

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state& state, Source& random) const {
        z_stats stats;
        state.clear();
        for (std::size_t i = 0; i < settings_.centre.size(); ++i)
            state.displacement.push_back(target.current().theta(i) - settings_.centre(i));
        double const square = settings_.precision.squared_norm(state.displacement);
        poisson_clock const& clock = *settings_.clocks[target.current().region];
        check_points(square * clock.total());
        if (square > 0)
            clock.strike(square, random, [&](row_index n) {
                if (!state.struck.empty() && state.struck.back() == n) {
                    ++state.times.back();
                    return;
                }
                state.struck.push_back(n);
                state.times.push_back(1);
                if (!target.brightness().is_bright(n)) state.dark.push_back(n);
            });
        clock.expect(target.bright_log_factors().size(), [&](std::size_t i) { return target.brightness().ith_bright(i); });

        // Backwards: the one that takes a darkened datum's place has had its turn.
        for (std::size_t i = target.bright_log_factors().size(); i-- > 0;) {
            row_index const n = target.brightness().ith_bright(i);
            if (random.accept(log_dark(n, times(state, n), square * clock.length(n), target.bright_log_factors()[i]))) {
                target.darken(i);
                ++stats.darkened;
            }
        }
        // Some at a time: a start may ask for most of the data, and where there are thousands of levels all of their rows would fill the memory.
        std::size_t const some = std::max<std::size_t>(256, (std::size_t(1) << 21) / settings_.centre.size());
        for (std::size_t first = 0; first < state.dark.size(); first += some) {
            target.request(std::span(state.dark).subspan(first, std::min(some, state.dark.size() - first)));
            target.collect();
            for (std::size_t i = 0; i < target.candidates().size(); ++i) {
                row_index const n = target.candidates()[i];
                if (!random.accept(log_dark(n, times(state, n), square * clock.length(n), target.candidate_log_factors()[i]))) {
                    target.brighten(i);
                    ++stats.brightened;
                }
            }
        }
        state.clear();
        return stats;
    }

private:
    /// How often datum n was struck.
    static inline double times(state const& state, row_index n) {
        auto const found = std::ranges::lower_bound(state.struck, n);
        if (found == state.struck.end() || *found != n) return 0;
        return state.times[static_cast<std::size_t>(found - state.struck.begin())];
    }

    /// Throws `numerical_error` for a number of points that nobody can wait for, of a θ that no chain comes to.
    static void check_points(double expected);

    /// The log of the probability that none of the points survives: gap = log(1 + L̃). Throws `numerical_error` where the gap exceeds
    /// what the table says it can be, but for rounding: the draws would not be exact. Never where the factor is infinite.
    static double log_dark(row_index n, double times, double most, double log_factor);

    thinned_settings settings_;
};

static_assert(BrightnessUpdater<thinned_gibbs, archetype::brightness_target, archetype::random>);

}  // namespace firefly
