/// Everything chosen for the user: from a posterior to draws without a setting, or with those that are given. How: `any_plan`.
///
///     plan const plan(model, {.region = none, .kernel = kernel_kind::mala});
///     for (auto const& draw : plan.draws({.seed = 1}) | …
module;
#include <utility>

export module firefly.planning:plan;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.updaters;
import :any_plan;
import :assembly;
import :choices;
import :planned_model;
import :settings;

namespace firefly {

/// The plan of one model: chains and draws are made by it.
export template <BoundedModel M>
class plan : public any_plan {
public:
    /// The one that serves by default.
    using bound = typename bounds_for<likelihood_of<M>>::first;

    explicit plan(M model, choices const& wanted = {}, plan_settings const& settings = {})
        : any_plan(planned(std::move(model)), wanted, settings) {}

    /// The parts of firefly, for chains that are put together by hand. Throw `invalid_argument` where the plan has others or none.
    template <class B = bound>
    joint<M, B> const& target() const {
        return assembled<B>().target();
    }
    bright_gibbs kernel() const { return assembled<bound>().kernel(); }
    clocked_update updater() const { return assembled<bound>().updater(); }

private:
    template <class B>
    assembly<M, B> const& assembled() const {
        auto const* const found = dynamic_cast<assembly<M, B> const*>(this->parts());
        if (!found) throw invalid_argument("plan: it has no firefly chain with this bound; make one with algorithm firefly");
        return *found;
    }
};

}  // namespace firefly
