/// Implicit Metropolis–Hastings on every brightness at once (Maclaurin & Adams 2014, Algorithm 2, with its slip corrected).
///
///     bright n proposes dark:                      accept with probability min(1, q/L̃_n)
///     dark n proposes bright with probability q:   accept with probability min(1, L̃_n/q)
///
/// (The paper prints the second test the wrong way round.) Dark data that propose are found by geometric skips over all indices,
/// passing over those that are bright; "dark" means at the start of the sweep, so that each z_n is updated exactly once.
/// Cost: about q N queries, for the dark data that propose; the bright ones' L̃ are known from the θ step. Nothing is O(N).
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.updaters:implicit_update;

import firefly.core;

namespace firefly {

/// How often a dark datum proposes.
export struct implicit_settings {
    double q;  // in (0, ½]: with q = 1 and L̃ = 1 the update would be periodic. M/N is a good choice.
};

/// The paper's `BrightnessUpdater` by which any datum may change.
export class implicit_update {
public:
    struct state {
        friend bool operator==(state const&, state const&) = default;
    };

    /// Throws `invalid_argument` unless q lies in (0, ½].
    explicit implicit_update(implicit_settings settings);

    inline state start() const { return {}; }

    template <Brightness Z, Random Source>
    inline void propose(Z const& z, state const&, Source& random, std::vector<row_index>& wanted) const {
        row_index left = z.size();  // indices not yet passed
        for (row_index skip = random.skip(q_); skip < left; skip = random.skip(q_)) {
            row_index const n = z.size() - left + skip;
            left -= skip + 1;
            if (!z.is_bright(n)) wanted.push_back(n);
        }
    }

    template <BrightnessTarget Target, Random Source>
    inline z_stats decide(Target& target, state const&, Source& random) const {
        z_stats stats;
        // Backwards: the one that takes a darkened datum's place has had its turn.
        for (std::size_t i = target.bright_log_factors().size(); i-- > 0;)
            if (random.accept(log_q_ - target.bright_log_factors()[i])) {
                target.darken(i);
                ++stats.darkened;
            }
        for (std::size_t i = 0; i < target.candidates().size(); ++i)
            if (random.accept(target.candidate_log_factors()[i] - log_q_)) {
                target.brighten(i);
                ++stats.brightened;
            }
        return stats;
    }

private:
    double q_;
    double log_q_;
};

static_assert(BrightnessUpdater<implicit_update, archetype::brightness_target, archetype::random>);

}  // namespace firefly
