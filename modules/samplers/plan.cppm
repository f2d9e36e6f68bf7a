/// Everything chosen for the user: from a posterior to draws without a setting.
///
///     MAP ──► Jaakkola–Jordan bound anchored there ──► joint ──► forecast ──► random walk shaped by H⁻¹, implicit update with q = M/N
///
/// Made once, shared by all chains. Each chain starts at its own draw from the Laplace approximation N(θ*, H⁻¹).
module;
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

export module firefly.samplers:plan;

import firefly.external;
import firefly.core;
import firefly.bounds;
import firefly.kernels;
import firefly.updaters;
import :anchor;
import :chain;
import :firefly_chain;
import :forecast;
import :joint;
import :regular_chain;
import :start;

namespace firefly {

export template <LogisticModel M>
class plan {
public:
    explicit plan(M model)
        : anchor_(find_map(model)),
          joint_(model, jaakkola_jordan::anchored(model, anchor_.theta)),
          forecast_(predict_cost(joint_, anchor_)),
          kernel_({.step = 2.38 / std::sqrt(static_cast<double>(model.dimension())), .shape = preconditioner(anchor_.precision)}),
          updater_({.q = forecast_.q}) {}

    inline anchor const& at() const { return anchor_; }
    inline joint<M, jaakkola_jordan> const& target() const { return joint_; }
    inline forecast const& expected() const { return forecast_; }
    inline random_walk const& kernel() const { return kernel_; }
    inline implicit_update const& updater() const { return updater_; }

    auto make_chain(chain_options options) const {
        return make_firefly_chain(joint_, kernel_, updater_, options, as_view(laplace_draw(anchor_, options)));
    }

    /// The same posterior, kernel and start without fireflies.
    auto make_regular_chain(chain_options options) const {
        return firefly::make_regular_chain(joint_.model(), kernel_, options, as_view(laplace_draw(anchor_, options)));
    }

private:
    anchor anchor_;
    joint<M, jaakkola_jordan> joint_;
    forecast forecast_;
    random_walk kernel_;
    implicit_update updater_;
};

/// A stream of draws from a posterior, with nothing to choose.
export template <LogisticModel M>
stream<draw> firefly_chain(M model, chain_options options = {}) {
    return draws(plan(std::move(model)).make_chain(options));
}

/// The same by regular MCMC.
export template <LogisticModel M>
stream<draw> regular_chain(M model, chain_options options = {}) {
    return draws(plan(std::move(model)).make_regular_chain(options));
}

}  // namespace firefly
