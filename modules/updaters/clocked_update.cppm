/// Implicit Metropolis–Hastings with a probability of its own for each datum: `implicit_update`, but those that are likely to be bright are
/// asked more often (asked for in the discussion of Maclaurin & Adams 2014).
///
///     bright n proposes dark:                        accept with probability min(1, q_n/L̃_n)
///     dark n proposes bright with probability q_n:   accept with probability min(1, L̃_n/q_n)
///
/// Candidates come from a `poisson_clock`. q_n must follow the region of the bound, or data lit outside of the inner one would hardly
/// ever darken; but candidates are named before the θ step, when the region is not known. So the clock of region 0 runs ahead, and
/// where θ ends up in another region a second clock adds what is missing: hits of two clocks are hits of one with the lengths
/// added. Warm-up moves the rate s of all clocks until Σ q_n(s) is about `candidates_per_bright` times the number of bright data.
/// Cost: about Σ q_n queries, for the dark data that propose; the bright ones' L̃ are known from the θ step. Nothing is O(N).
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.updaters:clocked_update;

import firefly.core;
import :poisson_clock;

namespace firefly {

/// The clocks, and how many candidates warm-up aims at.
export struct clocked_settings {
    poisson_clock inner;                         // Λ_n of region 0
    std::vector<lazy<poisson_clock>> more = {};  // for each further region: what is to be added to Λ_n there
    double candidates_per_bright = 3;            // must be positive and finite
};

/// x ← 1 − e^{−x} for each x ≥ 0: of a length the probability that it is hit.
void hit_probabilities(vector_out x);

/// The `BrightnessUpdater` that asks data the more often the more likely they are to be bright.
export class clocked_update {
public:
    /// Within a factor of eight of what was foreseen.
    static constexpr double least_rate = 0.125, most_rate = 8;

    struct state {
        double rate = 1;
        double bright = 0;                  // their mean number so far; warm-up only
        std::vector<row_index> extra = {};  // within `decide`
        std::vector<double> q = {};         // the same

        /// Empty again; what is allocated stays.
        inline void clear() {
            extra.clear();
            q.clear();
        }
        inline static auto members(auto& self) { return std::tie(self.rate, self.bright, self.extra, self.q); }
        inline bool is_possible() const {
            return rate >= least_rate && rate <= most_rate && bright >= 0 && std::isfinite(bright) && extra.empty() && q.empty();
        }
        friend bool operator==(state const&, state const&) = default;
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit clocked_update(clocked_settings settings);

    inline state start() const { return {1, settings_.inner.total() / settings_.candidates_per_bright, {}, {}}; }

    template <Brightness Z, Random Source>
    inline void propose(Z const& z, state const& state, Source& random, std::vector<row_index>& wanted) const {
        settings_.inner.strike(state.rate, random, [&](row_index n) {
            if (!z.is_bright(n) && (wanted.empty() || wanted.back() != n)) wanted.push_back(n);
        });
    }

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state& state, Source& random) const {
        z_stats stats;
        std::size_t const region = target.current().region;
        // While z is still what it was when the others were named.
        state.clear();
        if (region > 0)
            settings_.more[region - 1]->strike(state.rate, random, [&](row_index n) {
                if (target.brightness().is_bright(n) || std::ranges::binary_search(target.candidates(), n)) return;
                if (state.extra.empty() || state.extra.back() != n) state.extra.push_back(n);
            });

        std::size_t const bright = target.bright_factors().size();
        fill_q(state, region, bright, [&](std::size_t i) { return target.brightness().ith_bright(i); });
        // Backwards: the one that takes a darkened datum's place has had its turn.
        for (std::size_t i = bright; i-- > 0;)
            if (random.chance(state.q[i], target.bright_factors()[i])) {
                target.darken(i);
                ++stats.darkened;
            }
        light(target, region, state, random, stats);
        if (!state.extra.empty()) {
            target.request(state.extra);
            target.collect();
            light(target, region, state, random, stats);
        }
        state.clear();
        return stats;
    }

    /// Warm-up only. The rate stays within its limits: a chain that starts far off must not stop asking.
    inline void adapt(state& state, z_stats const& stats, std::uint64_t iteration) const {
        state.bright += (static_cast<double>(stats.bright) - state.bright) / (static_cast<double>(iteration) + 10);
        if (settings_.inner.total() == 0) return;  // no datum can be bright: the bound is the likelihood
        state.rate = std::clamp(settings_.candidates_per_bright * state.bright / settings_.inner.total(), least_rate, most_rate);
    }

private:
    /// q of some data: `datum(i)` says which.
    inline void fill_q(state& state, std::size_t region, std::size_t count, auto const& datum) const {
        state.q.resize(count);
        settings_.inner.expect(count, datum);
        if (region > 0) settings_.more[region - 1]->expect(count, datum);
        for (std::size_t i = 0; i < count; ++i) {
            row_index const n = datum(i);
            state.q[i] = state.rate * (settings_.inner.length(n) + (region > 0 ? settings_.more[region - 1]->length(n) : 0));
        }
        hit_probabilities(state.q);
    }

    template <BrightnessTarget Target, Random Source>
    inline void light(Target& target, std::size_t region, state& state, Source& random, z_stats& stats) const {
        std::size_t const count = target.candidates().size();
        fill_q(state, region, count, [&](std::size_t i) { return target.candidates()[i]; });
        for (std::size_t i = 0; i < count; ++i)
            if (random.chance(target.candidate_factors()[i], state.q[i])) {
                target.brighten(i);
                ++stats.brightened;
            }
    }

    clocked_settings settings_;
};

static_assert(BrightnessUpdater<clocked_update, archetype::brightness_target, archetype::random>);
static_assert(AdaptiveUpdater<clocked_update>);

}  // namespace firefly
