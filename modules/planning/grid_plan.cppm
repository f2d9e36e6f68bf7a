/// A plan of a model with a parameter that is sampled on a grid: the degrees of freedom of Student-t noise, the size of a negative binomial.
///
///     grid_plan const plan(grid_parameter<model_type>{.model_at = [&](double nu) { return posterior(student_t({.degrees_of_freedom = nu}), prior, rows); },
///                                                     .least = 1, .most = 200, .log_prior = [](double nu) { return std::log(nu) - 0.1 * nu; }});
///     for (draw const& drawn : plan.draws({.seed = 1}) | …) *drawn.on_grid …
///
/// Values: `find_grid_values`. What is left open is chosen at the likeliest of them as a plan chooses it, but for pilots, of which there are none; all
/// others have the same, about maxima of their own, found from that of the likeliest in a step or two. Chains: bright Gibbs and the clocked update
/// (`grid_chain`), from the likeliest value. Or regular MCMC by elliptical slices, where that is asked for.
/// Cost: a set that some chain looks at takes about as long as the set-up of a fixed value; a posterior has about ten.
module;
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

export module firefly.planning:grid_plan;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.dynamic;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.updaters;
import :assembly;
import :choices;
import :forecast;
import :parts;
import :settings;

namespace firefly {

/// Throws `invalid_argument` for choices that a grid does not have.
void check_grid_choices(choices const& wanted);
std::string grid_in_words(grid_values const& grid);

/// A plan for all values of a grid.
export template <BoundedModel M>
class grid_plan {
public:
    using bound = typename bounds_for<likelihood_of<M>>::first;
    static_assert(CurvedBound<bound>, "a grid_plan needs a model whose bound is a CurvedBound; the notes say what it lacks");

    explicit grid_plan(grid_parameter<M> parameter, choices const& wanted = {}, plan_settings const& settings = {})
        : grid_plan(parameter, find_grid_values(parameter), wanted, settings) {}

    /// With values of one's own; the range of the parameter is not asked for.
    grid_plan(grid_parameter<M> parameter, grid_values grid, choices const& wanted = {}, plan_settings const& settings = {})
        : made_(std::make_shared<parts>(std::move(parameter), std::move(grid), settings)) {
        check_grid_choices(wanted);
        if (!wanted.bound.is_none() && !wanted.bound.allows(bound_kind_of<bound>()))
            refuse_bound(*wanted.bound, {bound_kind_of<bound>()});
        M const model = made_->model(made_->grid.likeliest);
        made_->at = find_map(model, made_->newton(model));
        reasons_ = {grid_in_words(made_->grid), maximum_in_words(made_->at)};
        chosen_ = wanted;
        if (wanted.algorithm == choice(algorithm_kind::regular))
            choose_regular();
        else
            choose_firefly(model, wanted);
        chosen_.anchor = anchor_kind::maximum;
        if (chosen_.start.is_automatic()) chosen_.start = start_kind::laplace;
    }

    /// Bounds touch at one point.
    static constexpr bool is_anchored() { return true; }
    inline grid_values const& values() const { return made_->grid; }
    /// The maximum at the likeliest value.
    inline anchor const& at() const { return made_->at; }
    inline M model() const { return made_->model(made_->grid.likeliest); }
    /// What was chosen, with nothing left open.
    inline choices const& chosen() const { return chosen_; }
    /// And why, a sentence each.
    inline std::vector<std::string> const& reasons() const { return reasons_; }
    /// What the forecast says of the likeliest value; nothing for regular MCMC.
    inline std::optional<forecast> expected() const { return likeliest_ ? likeliest_->expected : std::nullopt; }

    std::shared_ptr<any_chain> make_chain(chain_options options) const {
        if (all_data_) return make_control(options);
        return erase(start_grid_chain(*firefly_, values().likeliest, firefly_density(likeliest_->target(), as_view(start(options))),
                                      options, likeliest_->first()));
    }
    /// The same posterior and start on all data, by elliptical slices.
    std::shared_ptr<any_chain> make_control(chain_options options) const {
        auto const grid = all_data_ ? *all_data_ : make_regular_grid();
        return erase(start_grid_chain(grid, values().likeliest, regular_density(alone(model()), as_view(start(options))), options));
    }
    stream<draw> draws(chain_options options) const { return firefly::draws(make_chain(options)); }

private:
    using density = firefly_density<M, bound>;
    using set = grid_set<density, bright_gibbs, clocked_update>;
    using regular_set = grid_set<regular_density<M>, elliptical_slice, no_update>;

    /// What sets are made of, whenever that is.
    struct parts {
        grid_parameter<M> parameter;
        grid_values grid;
        plan_settings settings;
        anchor at = {};
        choices chosen = {};

        parts(grid_parameter<M> of, grid_values values, plan_settings const& given)
            : parameter(std::move(of)), grid(std::move(values)), settings(given) {
            // Every set has such a table, and a posterior has about ten sets.
            settings.white_bytes /= 16;
        }
        M model(std::size_t j) const {
            M result = parameter.model_at(grid.values[j]);
            if constexpr (RescalableModel<M>) result = at_likely_scales(std::move(result));
            return result;
        }
        newton_settings newton(M const& model) const {
            return newton_for_anchor(settings, has_many_blocks(model.rows()), model.dimension());
        }
        anchor near(M const& model) const { return climb_from(at.theta, model, newton(model)); }
    };

    static set make_set(assembly<M, bound> const& by, anchor const& about) {
        return {.density = density(by.target(), as_view(about.theta)),
                .kernel = by.kernel(),
                .updater = by.updater(),
                .anchor = about.theta,
                .precision = about.precision,
                .constant = missing_constant(by.target())};
    }

    void choose_firefly(M const& model, choices const& wanted) {
        likeliest_ = std::make_shared<assembly<M, bound> const>(model, made_->at, wanted, made_->settings);
        reasons_.push_back(likeliest_->bound_in_words);
        choice<start_kind> const start = chosen_.start;
        chosen_ = made_->chosen = likeliest_->chosen;
        chosen_.algorithm = algorithm_kind::firefly;
        chosen_.start = start;
        firefly_.emplace(
            values().values, values().log_priors,
            [made = made_, likeliest = likeliest_](std::size_t j) {
                if (j == made->grid.likeliest) return make_set(*likeliest, made->at);
                M const other = alone(made->model(j));
                anchor const about = made->near(other);
                return make_set(assembly<M, bound>(other, about, made->chosen, made->settings), about);
            },
            values().reach);
    }

    void choose_regular() {
        chosen_.bound = none;
        chosen_.region = none;
        chosen_.updater = none;
        chosen_.candidates = none;
        chosen_.kernel = kernel_kind::elliptical_slice;
        all_data_ = make_regular_grid();
    }

    model_grid<regular_density<M>, elliptical_slice, no_update> make_regular_grid() const {
        return {values().values, values().log_priors,
                [made = made_](std::size_t j) {
                    M const model = alone(made->model(j));
                    anchor const about = j == made->grid.likeliest ? made->at : made->near(model);
                    return regular_set{
                        .density = regular_density(model, as_view(about.theta)),
                        .kernel = elliptical_slice({.centre = about.theta, .shape = preconditioner(about.precision)}),
                        .updater = {},
                        .anchor = about.theta,
                        .precision = about.precision,
                        .constant = log_constants(model)};
                },
                values().reach};
    }

    vector start(chain_options const& options) const {
        return *chosen_.start == start_kind::maximum ? at().theta : laplace_draw(model(), at(), options);
    }

    std::shared_ptr<parts> made_;
    choices chosen_;
    std::vector<std::string> reasons_;
    std::shared_ptr<assembly<M, bound> const> likeliest_;                       // of firefly
    std::optional<model_grid<density, bright_gibbs, clocked_update>> firefly_;  // one of the two
    std::optional<model_grid<regular_density<M>, elliptical_slice, no_update>> all_data_;
};

}  // namespace firefly
