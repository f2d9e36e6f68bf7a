/// What a plan is made with, besides what it is told to choose.
module;
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.planning:settings;

import firefly.core;
import firefly.samplers;

namespace firefly {

/// How carefully a plan looks before it chooses.
export struct plan_settings {
    newton_settings newton = {.tolerance = 1e-4};  // a hundredth of a posterior standard deviation: nearer brings nothing
    bool rough_anchor = true;                      // of many rows less will do: see `first_anchor`
    double outside = 1e-6;                         // about how much of the posterior lies beyond a region that the plan chooses
    std::uint64_t pilot_iterations = 400;          // at least 20
    std::uint64_t seed = 1;                        // of the pilots; they share no random number with any chain
    std::size_t white_bytes = usual_white_bytes;   // the most memory for whitened rows of all data: see `joint`
};

/// Throws `invalid_argument` for settings that make no sense.
void check_settings(plan_settings const& settings);

/// Newton's settings for the anchor. Where there are many rows a pass is expensive, and a squared distance of D/100 makes a hundredth more data
/// bright, not more.
newton_settings newton_for_anchor(plan_settings const& settings, bool has_many_rows, std::size_t dimension);

/// r with P(χ²_D > r²) about `outside` (Wilson & Hilferty 1931).
export double region_radius(std::size_t dimension, double outside);

/// Of regions: one where the posterior is hardly ever outside of it, which `enough` is. Of a smaller one rings, each a tenth wider or less, out to
/// twice that: who leaves the innermost often may have tails that go further than a Gaussian's.
export std::vector<double> region_radii(double innermost, double enough);

}  // namespace firefly
