/// Firefly with one bound at one anchor: the parts that all of its chains share, put together as the choices say.
///
/// What is left open is chosen here: the radius of the region (a χ² quantile, so that the posterior is hardly ever outside; where a smaller one
/// was asked for, there are rings about it, beyond that quantile); whether there is a region at all (whether it makes fewer data bright by the forecast, M = ½[tr(H⁻¹A) − D]); kernel and updater; how many dark
/// data are asked per bright one.
module;
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

export module firefly.planning:assembly;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.dynamic;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.updaters;
import :choices;
import :forecast;
import :parts;
import :settings;
import :survey;

namespace firefly {

/// What a plan knows of an assembly, whatever its bound is.
class any_assembly {
public:
    virtual ~any_assembly() = default;
    virtual std::shared_ptr<any_chain> make_chain(chain_options options, vector_view start) const = 0;

    choices chosen;                         // bound, region, kernel, updater and candidates, with nothing left open
    std::optional<forecast> expected = {};  // nothing where the bound is untuned
    std::string bound_in_words;             // a sentence
};

/// Which of the choices a bound is.
template <Bound B>
constexpr bound_kind bound_kind_of() {
    return from_word<bound_kind>(name_of<B>().option).value_or(bound_kind::own);
}

/// `radii` are those of the region and of rings about it, none where there is no region; `without` is nothing where there is no bound without one.
std::string region_in_words(std::string_view bound, std::span<double const> radii, double bright, std::optional<double> without,
                            row_index rows);
/// Of data that have no bound within the region, a sentence; nothing where there are none.
std::string exempt_in_words(std::span<row_index const> exempt);
[[noreturn]] void refuse_choice(std::string_view what, std::string_view word, std::string_view why);
[[noreturn]] void refuse_bound(bound_kind asked, std::vector<bound_kind> const& offered);

/// Not a final class: a cast to one compares virtual tables, and whoever casts would have to compile what stands in this one's.
template <Model M, Bound B>
class assembly : public any_assembly {
public:
    /// Which parts a bound can be used with: what is not curved has neither a region nor a survey.
    static constexpr bool is_curved = CurvedBound<B>;
    static constexpr bool can_have_region = is_curved && RegionalBound<B, M>;
    static constexpr bool needs_region = !AnchoredBound<B, M>;
    static constexpr bool can_be_untuned = UntunedBound<B, M>;

    assembly(M const& model, std::optional<anchor> at, choices const& wanted, plan_settings const& settings)
        : size_{model.dimension(), model.rows().rows(), std::move(at)}, target_(make_target(model, wanted, settings)) {
        chosen.bound = bound_kind_of<B>();
        choose_parts(model, wanted);
    }

    inline joint<M, B> const& target() const { return target_; }
    inline bright_gibbs kernel() const { return make_bright_gibbs(size_); }
    inline clocked_update const& updater() const
        requires is_curved
    {
        if (!clocked_) throw invalid_argument("plan: its updater is not the clocked one; choose updater clocked");
        return *clocked_;
    }
    /// What draws the first z, where kernel and updater are these.
    inline thinned_gibbs const& first() const
        requires is_curved
    {
        if (!fast_) throw invalid_argument("plan: its kernel is not bright Gibbs; choose kernel bright-gibbs");
        return fast_->first;
    }

    std::shared_ptr<any_chain> make_chain(chain_options options, vector_view start) const final {
        firefly_density density(target_, start);
        if constexpr (is_curved) {
            if (fast_) return erase(start_firefly_chain(std::move(density), fast_->kernel, *clocked_, options, fast_->first));
            return start_erased_chain(any_firefly_density(std::move(density)), make_firefly_kernel(*chosen.kernel, size_),
                                      *updater_, options, *first_);
        } else {
            return erase(start_firefly_chain(std::move(density), make_random_walk(size_), implicit_update({.q = q()}), options));
        }
    }

private:
    /// The parts of the default sampler besides its updater. Its chains are compiled for this very density.
    struct fast_parts {
        bright_gibbs kernel;
        thinned_gibbs first;
    };

    inline double q() const { return expected ? expected->q : untuned_q; }

    /// The bound with the region that was asked for, or that pays.
    joint<M, B> make_target(M const& model, choices const& wanted, plan_settings const& settings) {
        chosen.region = none;
        if (!size_.at) return make_untuned(model);
        if constexpr (can_have_region) {
            if (!wanted.region.is_none()) {
                double const outermost = region_radius(model.dimension(), settings.outside);
                auto const radii = region_radii(wanted.region.value_or(outermost), outermost);
                joint<M, B> sharp(model, B::anchored(model, size_.at->theta, ellipsoid(size_.at->precision, radii)),
                                  settings.white_bytes);
                forecast const with = predict_cost(sharp, *size_.at);
                std::optional<double> without;
                if constexpr (!needs_region)
                    without = expect_bright(model, sharp.bound(), size_.at->precision, sharp.bound().regions() - 1);
                // A region that brings little is not worth its crossings.
                if (!without || wanted.region.is_value() || with.bright < 0.9 * *without) {
                    chosen.region = radii.front();
                    has_rings_ = radii.size() > 1;
                    expected = with;
                    bound_in_words = region_in_words(name_of<B>().words, radii, with.bright, without, size_.rows);
                    if constexpr (ExemptingBound<B>) bound_in_words += exempt_in_words(sharp.bound().exempt(0));
                    return sharp;
                }
            }
        } else if (wanted.region.is_value()) {
            refuse_choice("region", shortest(*wanted.region), "this bound has no inner region; use none");
        }
        if constexpr (needs_region) {
            refuse_choice("region", "none", "this likelihood has no bound that holds everywhere; leave it out");
        } else {
            joint<M, B> target(model, B::anchored(model, size_.at->theta), settings.white_bytes);
            expected = predict_cost(target, *size_.at);
            bound_in_words = region_in_words(name_of<B>().words, {}, expected->bright, expected->bright, size_.rows);
            return target;
        }
    }

    joint<M, B> make_untuned(M const& model) {
        if constexpr (can_be_untuned) {
            bound_in_words = fmt::format("Bound: {}, untuned.", name_of<B>().words);
            return {model, B::untuned(model)};
        } else {
            refuse_choice("anchor", "none", "this bound needs a point where it touches; leave it out");
        }
    }

    void choose_parts(M const& model, choices const& wanted) {
        if constexpr (is_curved) {
            // With hardly more parameters than bright data elliptical steps take the place of bright Gibbs, and what is slow is z.
            // In rings it is the tails that have the bright data: more steps and candidates were tried there, without a clear gain.
            // Where they are but an excursion, one step at a time leads back; four would take most of the queries.
            bool const is_tight = expected && static_cast<double>(size_.dimension) <= 3 + 2 * expected->bright;
            bool const few = is_tight && !has_rings_;
            if (few) size_.elliptical_steps = 12;
            if (!is_tight && has_rings_) size_.elliptical_steps = 1;
            chosen.kernel = wanted.kernel.value_or(size_.at ? kernel_kind::bright_gibbs : kernel_kind::random_walk);
            chosen.updater = wanted.updater.value_or(size_.at ? updater_kind::clocked : updater_kind::implicit_form);
            bool const clocked = *chosen.updater == updater_kind::clocked;
            if (wanted.candidates.is_value() && !clocked)
                refuse_choice("candidates", shortest(*wanted.candidates),
                              "only the updater clocked asks for candidates; leave it out");
            chosen.candidates = clocked ? choice<double>(wanted.candidates.value_or(few ? 10 : 3)) : choice<double>(none);
            make_parts(model);
        } else {
            if (!wanted.kernel.allows(kernel_kind::random_walk) || !wanted.updater.allows(updater_kind::implicit_form))
                refuse_choice("bound", "own", "without its curvatures (CurvedBound) there are random-walk and implicit only");
            chosen.kernel = kernel_kind::random_walk;
            chosen.updater = updater_kind::implicit_form;
            chosen.candidates = none;
        }
    }

    void make_parts(M const& model)
        requires is_curved
    {
        std::vector<lazy<looseness_table>> tables;
        if (size_.at) {
            tables = survey(model, target_.bound(), size_.at->precision);
            if (*chosen.updater == updater_kind::clocked) clocked_ = make_clocked_update(tables, *chosen.candidates);
        }
        if (*chosen.kernel == kernel_kind::bright_gibbs && clocked_) {
            fast_.emplace(kernel(), make_thinned_gibbs(tables, target_.bound().anchor(), size_.at->precision));
            return;
        }
        make_firefly_kernel(*chosen.kernel, size_);  // refuses now what would be refused when a chain is made
        updater_ = make_updater(*chosen.updater, size_, tables, q(), clocked_);
        first_ = make_first_updater(size_, tables);
    }

    posterior_size size_;
    bool has_rings_ = false;  // about its region; before the target, which makes them
    joint<M, B> target_;
    std::optional<clocked_update> clocked_;  // where it was chosen
    std::optional<fast_parts> fast_;
    std::optional<any_updater> updater_, first_;
};

}  // namespace firefly
