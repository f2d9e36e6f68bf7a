/// A posterior as a plan sees it: what is asked of its likelihood, prior and rows while parts are chosen and chains are made.
///
/// The types end here. Behind `planned` lies all that is compiled for a model: Newton's method, bounds, densities, chains. For the
/// likelihoods and priors of the library, with rows in memory, it is compiled in the library, one file per likelihood
/// (src/planning/planned_model): code that uses them compiles in seconds. For any other model it is compiled where it is used.
module;
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.planning:planned_model;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.dynamic;
import firefly.models;
import firefly.samplers;
import :assembly;
import :choices;
import :costs;
import :settings;

namespace firefly {

class planned_model {
public:
    virtual ~planned_model() = default;

    virtual std::size_t dimension() const = 0;
    virtual row_index rows() const = 0;
    virtual bool has_many_rows() const = 0;
    /// What costs are a function of.
    virtual workload load() const = 0;
    /// Whether the bound that serves by default is a `CurvedBound`.
    virtual bool is_curved() const = 0;

    /// The same model for this member of a team alone: see `alone` in firefly.data.
    virtual std::shared_ptr<planned_model const> alone() const = 0;

    virtual anchor maximum(newton_settings const& newton) const = 0;
    virtual quadratic expansion(vector_view theta) const = 0;
    /// Where a chain may start, about the maximum.
    virtual vector draw_about(anchor const& at, chain_options const& options) const = 0;
    /// Throws `invalid_argument` for a prior that has no member `draw`.
    virtual vector draw_from_prior(chain_options const& options) const = 0;
    /// The posterior on all data, standing at θ.
    virtual any_density density(vector_view theta) const = 0;
    /// Firefly with the first bound that the choices allow. Throws `invalid_argument` where there is none.
    virtual std::shared_ptr<any_assembly const> assemble(std::optional<anchor> const& at, choices const& wanted,
                                                         plan_settings const& settings) const = 0;
};

template <BoundedModel M>
class typed_model final : public planned_model {
public:
    explicit typed_model(M model) : model_(std::move(model)) {}

    std::size_t dimension() const final { return model_.dimension(); }
    row_index rows() const final { return model_.rows().rows(); }
    bool has_many_rows() const final { return has_many_blocks(model_.rows()); }
    workload load() const final { return workload_of(model_); }
    bool is_curved() const final { return CurvedBound<typename bounds::first>; }

    std::shared_ptr<planned_model const> alone() const final { return std::make_shared<typed_model>(firefly::alone(model_)); }

    anchor maximum(newton_settings const& newton) const final { return find_map(model_, newton); }
    quadratic expansion(vector_view theta) const final { return expand(model_, theta); }
    vector draw_about(anchor const& at, chain_options const& options) const final { return laplace_draw(model_, at, options); }
    vector draw_from_prior(chain_options const& options) const final {
        if constexpr (requires(random_source& random, vector_out theta) { model_.prior().draw(random, theta); })
            return prior_draw(model_, options);
        else
            refuse_choice("start", word_of(start_kind::prior), "this prior has no member draw; use laplace or map");
    }
    any_density density(vector_view theta) const final { return any_density(regular_density(model_, theta)); }

    std::shared_ptr<any_assembly const> assemble(std::optional<anchor> const& at, choices const& wanted,
                                                 plan_settings const& settings) const final {
        std::shared_ptr<any_assembly const> made;
        std::vector<bound_kind> offered;
        bounds::for_each([&]<class B>(std::type_identity<B>) {
            offered.push_back(bound_kind_of<B>());
            if (!made && wanted.bound.allows(offered.back())) made = std::make_shared<assembly<M, B>>(model_, at, wanted, settings);
        });
        if (!made) refuse_bound(*wanted.bound, offered);
        return made;
    }

private:
    using bounds = bounds_for<likelihood_of<M>>;

    M model_;
};

/// A model of any type. One whose prior has scales that are learned has likely ones for the anchor.
template <BoundedModel M>
std::shared_ptr<planned_model const> planned(M model) {
    if constexpr (RescalableModel<M>) model = at_likely_scales(std::move(model));
    return std::make_shared<typed_model<M>>(std::move(model));
}

extern template std::shared_ptr<planned_model const> planned(posterior<cloglog, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<cloglog, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<gamma_likelihood, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<gamma_likelihood, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<gaussian, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<gaussian, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<gaussian, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<gaussian, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<huber, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<huber, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<huber, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<huber, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<log_cosh, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<log_cosh, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<log_cosh, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<log_cosh, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<logistic, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<logistic, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<negative_binomial, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<negative_binomial, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(ordinal_posterior<gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(ordinal_posterior<laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<poisson, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<poisson, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<probit, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<probit, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<softmax, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<softmax, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<student_t, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(posterior<student_t, laplace_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<student_t, gaussian_prior, dense_rows>);
extern template std::shared_ptr<planned_model const> planned(noise_posterior<student_t, laplace_prior, dense_rows>);

}  // namespace firefly
