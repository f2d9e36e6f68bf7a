/// What a likelihood leaves out, which matters where models with different values of one of its parameters are compared.
///
///     C = log p(data, θ*) − log p̃(θ*)
///
/// A likelihood may leave out what depends on a target alone, as its `log_constant(target)`: for a negative binomial of size r that is
/// log Γ(y + r) − log Γ(r) − log y!. No density needs it, until r itself is sampled. C is all that the pseudo-prior of a model lacks: bounds that touch at
/// the anchor leave p̃(θ*) = p(θ*) ∏ L_n(θ*), but for such constants, and for what a prior adds or leaves out about one origin and not about another.
/// Cost: one pass.
module;
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

export module firefly.samplers:likelihood_constants;

import firefly.external;
import firefly.core;
import firefly.data;
import :joint;

namespace firefly {

/// Σ_n of what the likelihood leaves out. One pass, where it leaves out something.
export template <Model M>
double log_constants(M const& model) {
    using likelihood = std::remove_cvref_t<decltype(model.likelihood())>;
    if constexpr (requires(target_type<likelihood> target) { model.likelihood().log_constant(target); })
        return sum_over_blocks(model.rows(), 0.0, [&](double& sum, row_block const& block) {
            for (std::size_t i = 0; i < block.rows.rows; ++i)
                sum += model.likelihood().log_constant(target_of<likelihood>(block.target, i));
        });
    else
        return 0;
}

/// log p(data, θ) with all that the likelihood leaves out, up to a constant of the prior alone. One pass, O(NKD), and that of `log_constants`.
template <Model M>
double complete_log_density(M const& model, vector_view theta) {
    std::size_t const width = model.likelihood().width();
    double const sum = sum_over_blocks(model.rows(), 0.0, [&](double& part, row_block const& block) {
        std::vector<double> eta(block.rows.rows * width), values(block.rows.rows);
        predict(block.rows, theta, eta);
        model.likelihood().log_likelihood(block.target, eta, values);
        for (double const value : values) part += value;
    });
    vector const origin = zeros(theta.size());
    vector gradient = zeros(theta.size());
    auto const& prior = model.prior();
    return sum + log_constants(model) + prior.gaussian_part(as_view(origin)).value(theta, as_out(gradient)) +
           prior.remainder(as_view(origin), theta);
}

/// Throws `invalid_argument` unless bounds touch at the anchor.
void check_touching(bool touches_at_anchor);

/// C.
export template <Model M, CurvedBound B>
double missing_constant(joint<M, B> const& target) {
    check_touching(target.bound().touches_at_anchor());
    vector_view const anchor = target.bound().anchor();
    vector const none = zeros(anchor.size());
    double const touching = target.pseudo_prior(0).constant() + target.model().prior().remainder(anchor, as_view(none));
    return complete_log_density(target.model(), anchor) - touching;
}

}  // namespace firefly
