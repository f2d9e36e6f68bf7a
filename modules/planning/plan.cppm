/// Everything chosen for the user: from a posterior to draws without a setting.
///
///     MAP ──► bound anchored there, sharp within a region ──► joint ──► forecast ──► bright Gibbs, a q_n for each datum ──► pilot
///
/// What is chosen, and by what:
/// - The radius of the region: a χ² quantile, so that the posterior is hardly ever outside.
/// - Whether there is a region at all: whether it makes fewer data bright by the forecast, M = ½[tr(H⁻¹A) − D].
/// - How many dark data are asked, and how many elliptical steps stand in for bright Gibbs: by whether there are few parameters.
/// - The anchor: a pilot run that sees more bright data than forecast moves it to the pilot's mean, if a second pilot then does better.
/// - Firefly or regular MCMC: by the work that an effective draw takes, from what pilots count. Where firefly beats even one pass over
///   the data for each effective draw, regular MCMC is not tried.
/// Made once, shared by all chains, frozen before they start. Each starts at its own draw from the Laplace approximation, with z drawn
/// exactly given that.
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

export module firefly.planning:plan;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.kernels;
import firefly.models;
import firefly.samplers;
import firefly.teams;
import firefly.updaters;
import :forecast;
import :pilot;
import :survey;

namespace firefly {

/// The bound that serves a model by default.
template <class M>
struct default_bound;
template <LogisticModel M>
struct default_bound<M> {
    using type = jaakkola_jordan;
    static constexpr char const* name = "Jaakkola-Jordan";
};
template <RobustModel M>
struct default_bound<M> {
    using type = student_t_bound;
    static constexpr char const* name = "Student-t";
};
template <SoftmaxModel M>
struct default_bound<M> {
    using type = jebara_choromanska;
    static constexpr char const* name = "Jebara-Choromanska";
};

/// In words.
export template <class M>
char const* default_bound_name(M const&) {
    return default_bound<M>::name;
}

/// A model that firefly has a bound for.
export template <class M>
concept PlannedModel = LogisticModel<M> || RobustModel<M> || SoftmaxModel<M>;

export struct plan_settings {
    newton_settings newton = {.tolerance = 1e-4};      // a hundredth of a posterior standard deviation: nearer brings nothing
    bool rough_anchor = true;                          // of many rows less will do: see `first_anchor`
    double outside = 1e-6;                             // about how much of the posterior lies beyond the region
    std::optional<double> candidates_per_bright = {};  // of `clocked_update`; chosen where it is not given
    std::uint64_t pilot_iterations = 400;              // at least 20
    std::uint64_t seed = 1;                            // of the pilots; they share no random number with any chain
};

export enum class method { bright_gibbs, independence, elliptical_slice };

/// r with P(χ²_D > r²) about `outside` (Wilson & Hilferty 1931).
export double region_radius(std::size_t dimension, double outside);

/// About what an iteration takes, from counts: queries, and what bright Gibbs does besides.
double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width);
double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width);
void check_settings(plan_settings const& settings);

export template <PlannedModel M>
class plan {
public:
    using bound = typename default_bound<M>::type;

    explicit plan(M model, plan_settings settings = {})
        : settings_((check_settings(settings), settings)), model_(std::move(model)) {
        together const all_members;  // every member of a team makes the same plan, pilots included
        parts_ = assemble(first_anchor());
        say(maximum_in_words(at()));
        say(parts_->bound_in_words);
        firefly_ = try_firefly(*parts_);
        say(fmt::format("Pilot: {:.3g} bright data, {:.3g} queries and {:.2g} effective draws an iteration.", firefly_.bright,
                        firefly_.queries, firefly_.effective));
        reanchor();
        choose();
    }

    inline anchor const& at() const { return parts_->at; }
    inline joint<M, bound> const& target() const { return parts_->target; }
    inline forecast const& expected() const { return parts_->expected; }
    inline bright_gibbs const& kernel() const { return parts_->kernel; }
    inline clocked_update const& updater() const { return parts_->updater; }
    /// What `draws` runs.
    inline method chosen() const { return chosen_; }
    /// What was chosen and why, a sentence each.
    inline std::vector<std::string> const& reasons() const { return reasons_; }

    /// By firefly, whatever was chosen.
    auto make_chain(chain_options options) const { return make_chain(*parts_, options); }

    /// The same posterior and start on all data, by elliptical slices: the control that needs no tuning.
    auto make_regular_chain(chain_options options) const {
        return firefly::make_regular_chain(model_, elliptical(), options, as_view(laplace_draw(at(), options)));
    }

    /// And by independence Metropolis: the control that is hard to beat where the posterior is nearly Gaussian.
    auto make_independence_chain(chain_options options) const {
        return firefly::make_regular_chain(model_, proposals(), options, as_view(laplace_draw(at(), options)));
    }

    /// A stream of draws by the method that was chosen.
    stream<draw> draws(chain_options options) const {
        switch (chosen_) {
            case method::independence: return firefly::draws(make_independence_chain(options));
            case method::elliptical_slice: return firefly::draws(make_regular_chain(options));
            default: return firefly::draws(make_chain(options));
        }
    }

private:
    /// All that belongs to one anchor.
    struct parts {
        anchor at;
        joint<M, bound> target;
        forecast expected;
        std::string bound_in_words;
        bright_gibbs kernel;
        clocked_update updater;
        thinned_gibbs first;
    };

    /// Where there are many rows a pass is dear, and a squared distance of D/100 makes a hundredth more data bright, not more.
    anchor first_anchor() const {
        newton_settings newton = settings_.newton;
        if (settings_.rough_anchor && has_many_blocks(model_.rows()))
            newton.tolerance = std::max(newton.tolerance, 0.01 * static_cast<double>(model_.dimension()));
        return find_map(model_, newton);
    }

    std::shared_ptr<parts const> assemble(anchor at) const {
        double const radius = region_radius(model_.dimension(), settings_.outside);
        joint<M, bound> sharp(model_, bound::anchored(model_, at.theta, ellipsoid(at.precision, radius)));
        forecast const with = predict_cost(sharp, at);
        double const without = expect_bright(sharp, at.precision, 1);
        // A region that brings little is not worth its crossings.
        bool const worthwhile = with.bright < 0.9 * without;
        joint<M, bound> target = worthwhile ? std::move(sharp) : joint<M, bound>(model_, bound::anchored(model_, at.theta));
        auto const tables = survey(target, at.precision);
        preconditioner const shape(at.precision);
        forecast const expected = worthwhile ? with : predict_cost(target, at);
        // With hardly more parameters than bright data elliptical steps take the place of bright Gibbs, and what is slow is z.
        bool const few = static_cast<double>(model_.dimension()) <= 3 + 2 * expected.bright;
        return std::make_shared<parts const>(
            parts{at, target, expected, in_words(worthwhile, radius, expected.bright, without),
                  bright_gibbs({.centre = at.theta, .shape = shape, .elliptical_steps = few ? 12u : 4u}),
                  make_clocked_update(tables, settings_.candidates_per_bright.value_or(few ? 10 : 3)),
                  make_thinned_gibbs(tables, target.bound().anchor(), at.precision)});
    }

    std::string in_words(bool worthwhile, double radius, double bright, double without) const {
        std::string const name = default_bound<M>::name;
        return worthwhile ? fmt::format(
                                "Bound: {}, sharp within {:.3g} posterior standard deviations. Expected bright data: {:.3g} of "
                                "{} ({:.3g} without the region).",
                                name, radius, bright, model_.rows().rows(), without)
                          : fmt::format("Bound: {}; a region would not sharpen it. Expected bright data: {:.3g} of {}.", name,
                                        bright, model_.rows().rows());
    }

    static auto make_chain(parts const& by, chain_options options) {
        return start_firefly_chain(firefly_density(by.target, as_view(laplace_draw(by.at, options))), by.kernel, by.updater,
                                   options, by.first);
    }

    inline elliptical_slice elliptical() const { return elliptical_slice({at().theta, preconditioner(at().precision)}); }
    inline independence proposals() const { return independence({at().theta, preconditioner(at().precision)}); }

    /// Beyond the number of any chain that a user may ask for.
    inline chain_options pilot_options() const {
        return {.seed = settings_.seed, .chain = 0xFFFFFFFF, .warm_up = settings_.pilot_iterations / 5};
    }

    pilot_report try_firefly(parts const& by) const {
        return run_pilot(*make_chain(by, pilot_options()), as_view(by.at.theta), by.at.precision, settings_.pilot_iterations,
                         [](pilot_report const&) { return false; });
    }

    inline double firefly_cost(pilot_report const& seen) const {
        return firefly_work(seen, model_.dimension(), model_.likelihood().width()) / seen.effective;
    }

    /// Moves the anchor to the pilot's mean where the pilot says that it is off and a second one agrees.
    void reanchor() {
        double const size = static_cast<double>(model_.dimension());
        if (firefly_.bright < 1.3 * expected().bright + 1 || firefly_.distance < 1.2 * size) return;
        quadratic const there = expand(model_, as_view(firefly_.mean));
        auto precision = factorise(there.precision());
        if (!precision) return;
        auto const other = assemble({firefly_.mean, std::move(*precision), there.constant(), infinity, at().passes + 1});
        pilot_report const seen = try_firefly(*other);
        if (firefly_cost(seen) >= firefly_cost(firefly_)) return;
        say(fmt::format("Anchor moved to the pilot's mean: {:.3g} bright data and {:.2g} effective draws an iteration there.",
                        seen.bright, seen.effective));
        parts_ = other;
        firefly_ = seen;
    }

    /// Firefly, or all data after all.
    void choose() {
        row_index const rows = model_.rows().rows();
        std::size_t const width = model_.likelihood().width();
        double const firefly = firefly_cost(firefly_), one_pass = regular_work(1, rows, model_.dimension(), width);
        if (firefly <= one_pass) {
            say(fmt::format("Sampler: bright Gibbs. An effective draw costs {:.2g} of one pass over the data.",
                            firefly / one_pass));
            return;
        }
        auto const cost = [&](pilot_report const& seen) {
            double const passes = seen.queries / static_cast<double>(rows);
            return regular_work(passes, rows, model_.dimension(), width) / seen.effective;
        };
        // Short ones: each iteration reads all data.
        auto const pilot = [&](auto const& chain) {
            return run_pilot(*chain, as_view(at().theta), at().precision, settings_.pilot_iterations / 4,
                             [&](pilot_report const& seen) { return cost(seen) > 4 * firefly; });
        };
        double const elliptic = cost(pilot(make_regular_chain(pilot_options())));
        // Where many proposals are refused the posterior has tails that the proposal lacks. The chain sticks there, and no pilot sees it.
        pilot_report const proposed = pilot(make_independence_chain(pilot_options()));
        double const independent = proposed.acceptance > 0.7 ? cost(proposed) : infinity;
        if (independent < firefly && independent <= elliptic)
            chosen_ = method::independence;
        else if (elliptic < firefly)
            chosen_ = method::elliptical_slice;
        char const* const name = chosen_ == method::independence       ? "independence Metropolis on all data"
                                 : chosen_ == method::elliptical_slice ? "elliptical slices on all data"
                                                                       : "bright Gibbs";
        say(
            fmt::format("Sampler: {}. An effective draw costs so many passes over the data: bright Gibbs {:.2g}, independence "
                        "Metropolis {:.2g}, elliptical slices {:.2g}.",
                        name, firefly / one_pass, independent / one_pass, elliptic / one_pass));
    }

    inline void say(std::string sentence) { reasons_.push_back(std::move(sentence)); }

    plan_settings settings_;
    M model_;
    std::shared_ptr<parts const> parts_;
    pilot_report firefly_;
    method chosen_ = method::bright_gibbs;
    std::vector<std::string> reasons_;
};

/// A stream of draws from a posterior, with nothing to choose.
export template <PlannedModel M>
stream<draw> firefly_chain(M model, chain_options options = {}) {
    return plan(std::move(model)).draws(options);
}

/// The same from its parts.
export template <RowSource Rows, Likelihood L, Prior P>
    requires PlannedModel<posterior<L, P, Rows>>
stream<draw> firefly_chain(Rows data, L likelihood, P prior, chain_options options = {}) {
    return firefly_chain(posterior(std::move(likelihood), std::move(prior), std::move(data)), options);
}

/// The same by regular MCMC: elliptical slices on all data.
export template <PlannedModel M>
stream<draw> regular_chain(M model, chain_options options = {}) {
    anchor const at = find_map(model);
    elliptical_slice const kernel({at.theta, preconditioner(at.precision)});
    vector const start = laplace_draw(at, options);
    return regular_chain(std::move(model), kernel, options, as_view(start));
}

}  // namespace firefly
