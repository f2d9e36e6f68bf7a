/// Moves of learned scales where θ is not integrated out: by any density, whatever moves θ.
///
///     centred       log s_g given θ and the other scales: no queries. Good where data say much of β_g
///     non-centred   log s_g given γ = β_g/s_g, so that θ goes along:  f(x) = log π(θ(x), x) + J_g x, the last term being dβ = s^J dγ
///
/// One after the other they interweave (Yu & Meng 2011): each is exact, and where one is slow the other is not. Both are slices on log s_g of a
/// fixed width. Where scales lie below s_g, as in a horseshoe, the second takes them along, by the same number: in logarithms that is a shift, of
/// Jacobian 1, and J_g counts the coordinates of all. Those below have the first alone: it is cheap, and there is one for each coefficient.
/// `bright_gibbs` has a better way than the second, which also integrates θ out (`marginal_scales`).
/// Cost: of the first no evaluation; of the second some 6 for each scale with none above it.
module;
#include <cstddef>
#include <optional>

export module firefly.kernels:scale_slices;

import firefly.core;
import :line_slice;

namespace firefly {

/// Of slices on log s: posterior standard deviations lie between a tenth, with fifty coefficients that are well known, and one.
inline constexpr double scale_width = 1;
inline constexpr std::size_t most_scale_widths = 32;

/// `log_density_at(x)` is that of log s = x, x the number that it starts from.
template <class LogDensity, Random Source>
inline std::optional<double> slice_scale(LogDensity const& log_density_at, double x, double here, Source& random) {
    auto const t = slice_line([&](double step) { return log_density_at(x + step); }, here, scale_width, most_scale_widths,
                              [&](double step) { return x + step == x; }, random);
    return t ? std::optional(x + *t) : std::nullopt;
}

/// Whether no scale is above it, so that others may move along with it; whether any do, or it moves along with another.
template <ScaledDensity Target>
inline bool leads(Target const& target, std::size_t g) {
    return !target.scale_family(g).empty();
}
template <ScaledDensity Target>
inline bool is_one_of_several(Target const& target, std::size_t g) {
    return target.scale_family(g).size() != 1;
}

/// Centred.
template <ScaledDensity Target, Random Source>
inline void move_scale_given_theta(Target& target, std::size_t g, Source& random) {
    double const x = target.log_scales()[g];
    auto const log_density_at = [&](double there) { return target.scale_given_theta(g, there); };
    if (auto const there = slice_scale(log_density_at, x, log_density_at(x), random)) target.set_scale(g, *there);
}

/// One scale after the other; those of families of several alone.
export template <ScaledDensity Target, Random Source>
inline void move_scales_given_theta(Target& target, Source& random) {
    for (std::size_t g = 0; g < target.log_scales().size(); ++g) move_scale_given_theta(target, g, random);
}
template <ScaledDensity Target, Random Source>
inline void move_families_given_theta(Target& target, Source& random) {
    for (std::size_t g = 0; g < target.log_scales().size(); ++g)
        if (is_one_of_several(target, g)) move_scale_given_theta(target, g, random);
}

/// Non-centred, one family after the other.
export template <ScaledDensity Target, Random Source>
inline void move_scales_with_theta(Target& target, Source& random) {
    for (std::size_t g = 0; g < target.log_scales().size(); ++g) {
        if (!leads(target, g)) continue;
        double const x = target.log_scales()[g], size = static_cast<double>(target.scale_size(g));
        auto const log_density_at = [&](double there) { return target.evaluate_stretched(g, there) + size * there; };
        if (slice_scale(log_density_at, x, target.current().log_density + size * x, random)) target.commit();
    }
}

/// Both.
export template <ScaledDensity Target, Random Source>
inline void move_scales(Target& target, Source& random) {
    move_scales_given_theta(target, random);
    move_scales_with_theta(target, random);
}

static_assert(requires(archetype::scaled_density& target, archetype::random& random) { move_scales(target, random); });

/// Whether a kernel moves scales itself: those that do say so, by `moves_scales()`.
export template <class K>
inline bool moves_scales(K const& kernel) {
    if constexpr (requires { kernel.moves_scales(); })
        return kernel.moves_scales();
    else
        return false;
}

}  // namespace firefly
