/// s*: scales of a prior that are likely where they are learned, for the anchor, the region and the forecast.
///
///     at the Laplace approximation N(θ*, H⁻¹) given s:   m_g = mean over the group of β_j*² + (H⁻¹)_jj,   s_g² ← m_g
///     where a scale t is above:   t² ← geometric mean of m_g over all groups below it,   s_g² ← ½(m_g + t²)
///
/// A few rounds of expectation and maximisation (Dempster, Laird & Rubin 1977). Not the mode of (β, s) together, which runs to s = 0; nor m_g itself where
/// each coefficient has its scale, as it runs there too for all that data say little of. The geometric mean is that of the many small ones, whatever the few
/// large ones are, and none is held much closer to zero than these. Any s* is exact: a rough one is only slower. Cost: about two passes over the rows a
/// round, O(D³), less where groups leave zeros in H.
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.samplers:likely_scales;

import firefly.external;
import firefly.core;
import :anchor;
import :scaled_part;

namespace firefly {

/// A model that can have the same prior with other reference scales.
export template <class M>
concept RescalableModel = Model<M> && ScaledPrior<prior_of<M>> && requires(M const& model) {
    { model.with_prior(model.prior()) } -> std::same_as<M>;
};

/// One round, from the approximation at the prior's reference scales.
template <ScaledPrior P>
std::vector<double> likelier_scales(P const& prior, anchor const& at) {
    std::vector<double> sums(prior.scale_count()), counts(sums), logs(sums), below(sums);
    vector const variance = at.precision.inverse_diagonal();
    for (std::size_t i = 0; i < at.theta.size(); ++i) {
        std::size_t const g = prior.scale_of(i);
        if (g >= sums.size()) continue;
        sums[g] += at.theta(i) * at.theta(i) + variance(i);
        ++counts[g];
    }
    std::vector<double> squares(sums.size());
    for (std::size_t g = 0; g < sums.size(); ++g) {
        if (counts[g] > 0) squares[g] = sums[g] / counts[g];
        if (std::size_t const above = prior.scale_above(g); above < sums.size()) {
            logs[above] += portable::log(squares[g]);
            ++below[above];
        }
    }
    for (std::size_t g = 0; g < sums.size(); ++g) {
        if (below[g] > 0) squares[g] = portable::exp(logs[g] / below[g]);
        if (std::size_t const above = prior.scale_above(g); above < sums.size()) squares[g] = (squares[g] + squares[above]) / 2;
    }
    for (double& square : squares) square = std::sqrt(square);
    return squares;
}

/// The model with such scales as those of its prior's Gaussian part. Throws as `find_map`.
export template <RescalableModel M>
M at_likely_scales(M model) {
    constexpr std::size_t most_rounds = 12;
    constexpr double enough = 0.03;  // of log s
    if (model.prior().scale_count() == 0) return model;
    newton_settings const rough{.tolerance = 0.1};
    anchor at = find_map(model, rough);
    for (std::size_t round = 0; round < most_rounds; ++round) {
        auto const scales = likelier_scales(model.prior(), at);
        double change = 0;
        for (std::size_t g = 0; g < scales.size(); ++g)
            change = std::max(change, std::abs(portable::log(scales[g] / model.prior().reference_scales()[g])));
        model = model.with_prior(model.prior().with_scales(scales));
        if (change < enough) break;
        at = climb_from(at.theta, model, rough);
    }
    return model;
}

}  // namespace firefly
