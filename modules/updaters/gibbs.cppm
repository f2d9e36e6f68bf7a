/// The Gibbs decision, for every update that redraws brightnesses from their conditional distribution:
///
///     z_n ~ Bernoulli(L̃_n/(1 + L̃_n))
///
/// Which data are redrawn is the update's affair; it must not depend on z or θ. Given θ the z_n are independent, so that the order
/// does not matter, and drawing one twice is the same as drawing it once.
module;
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.updaters:gibbs;

import firefly.core;

namespace firefly {

/// Appends those of `data`, a range of indices, that are dark: the ones whose likelihoods are not known.
template <Brightness Z, class Data>
inline void append_dark(Z const& z, Data const& data, std::vector<row_index>& dark) {
    for (row_index const n : data)
        if (!z.is_bright(n)) dark.push_back(n);
}

/// Redraws distinct data, a range of indices; those that are dark have been collected.
template <BrightnessTarget Target, class Data, Random Source>
inline void redraw(Target& target, Data const& data, Source& random, z_stats& stats) {
    // The bright ones first: those that are lit below have had their turn. Each is looked up when its turn comes, since one that is
    // darkened moves another.
    for (row_index const n : data) {
        if (!target.brightness().is_bright(n)) continue;
        std::size_t const i = target.brightness().position(n);
        if (random.accept(log_sigmoid(-target.bright_log_factors()[i]))) {
            target.darken(i);
            ++stats.darkened;
        }
    }
    for (std::size_t i = 0; i < target.candidates().size(); ++i)
        if (random.accept(log_sigmoid(target.candidate_log_factors()[i]))) {
            target.brighten(i);
            ++stats.brightened;
        }
}

}  // namespace firefly
