/// Everything chosen for the user: from a posterior to draws without a setting, or with those that are given.
///
///     MAP ──► bound anchored there, sharp within a region ──► joint ──► forecast ──► bright Gibbs, a q_n for each datum ──► pilot
///
/// What is left open is chosen so:
/// - The bound, its region, kernel, updater and candidates: `assembly`.
/// - The anchor: the maximum. A pilot run that sees more bright data than forecast moves it to the pilot's mean, if a second pilot then does
///   better.
/// - Firefly or regular MCMC: by the work that an effective draw takes, from what pilots count. Where firefly beats even one pass over
///   the data for each effective draw, regular MCMC is not tried. Whoever chooses a part of firefly chooses firefly.
/// - The start: each chain at its own draw from the Laplace approximation, with z drawn exactly given that.
/// Made once, shared by all chains, frozen before they start. Where a team shares the rows, all members make the same plan, pilots included;
/// afterwards each has chains of its own.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.planning:plan;

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
import :pilot;
import :settings;

namespace firefly {

/// About what an iteration takes, from counts: queries, and what bright Gibbs does besides.
double firefly_work(pilot_report const& seen, std::size_t dimension, std::size_t width);
double regular_work(double passes, row_index rows, std::size_t dimension, std::size_t width);

/// What follows from the choices alone: regular MCMC where nothing else is left, firefly where a part of it is chosen, or still open. Throws
/// `invalid_argument` for choices that contradict each other.
choice<algorithm_kind> algorithm_of(choices const& wanted);

std::string pilot_in_words(pilot_report const& seen, bool anchor_moved);
[[noreturn]] void refuse_bound(bound_kind asked, std::vector<bound_kind> const& offered);

/// Of several samplers on all data the one to take, with the sentence that says so.
struct sampler_costs {
    double firefly, independence, elliptical, one_pass;
};
kernel_kind cheapest(sampler_costs const& costs);
std::string costs_in_words(kernel_kind taken, sampler_costs const& costs);

export template <BoundedModel M>
class plan {
    using bounds = bounds_for<likelihood_of<M>>;

public:
    /// The one that serves by default.
    using bound = typename bounds::first;

    explicit plan(M model, choices wanted = {}, plan_settings settings = {})
        : settings_((check_settings(settings), settings)), model_(std::move(model)), chosen_(wanted) {
        chosen_.algorithm = algorithm_of(wanted);
        if (!wanted.anchor.is_none()) find_anchor();
        if (is_pilot_wanted())
            try_pilots();
        else if (chosen_.algorithm.allows(algorithm_kind::firefly))
            firefly_ = assemble(chosen_);
        if (firefly_) say(firefly_->bound_in_words);
        if (pilot_) say(pilot_in_words(*pilot_, chosen_.anchor == choice(anchor_kind::pilot_mean)));
        choose_algorithm();
        choose_rest();
    }

    /// Whether bounds touch at one point.
    inline bool is_anchored() const { return at_.has_value(); }
    /// That point. Only of a plan that is anchored.
    inline anchor const& at() const { return *at_; }
    /// What was chosen, with nothing left open.
    inline choices const& chosen() const { return chosen_; }
    /// And why, a sentence each.
    inline std::vector<std::string> const& reasons() const { return reasons_; }
    /// What the forecast says of firefly; nothing where it was not looked at, or its bound is untuned.
    inline std::optional<forecast> expected() const { return firefly_ ? firefly_->expected : std::nullopt; }

    /// The parts of firefly, for chains that are put together by hand. Throw `invalid_argument` where the plan has others or none.
    template <class B = bound>
    joint<M, B> const& target() const {
        return assembled<B>().target();
    }
    bright_gibbs kernel() const { return assembled<bound>().kernel(); }
    clocked_update updater() const { return assembled<bound>().updater(); }

    /// A chain of what was chosen.
    std::shared_ptr<any_chain> make_chain(chain_options options) const {
        return *chosen_.algorithm == algorithm_kind::regular ? make_control(*chosen_.kernel, options)
                                                             : firefly_->make_chain(options, as_view(start(options)));
    }

    /// The same posterior and start on all data, by a kernel of one's choice.
    std::shared_ptr<any_chain> make_control(kernel_kind kernel, chain_options options) const {
        return start_erased_chain(any_density(regular_density(alone(model_), as_view(start(options)))),
                                  make_regular_kernel(kernel, size()), options);
    }

    /// A stream of draws of what was chosen.
    stream<draw> draws(chain_options options) const { return firefly::draws(make_chain(options)); }

private:
    inline posterior_size size() const { return {model_.dimension(), model_.rows().rows(), at_}; }
    inline void say(std::string sentence) { reasons_.push_back(std::move(sentence)); }

    /// Where there are many rows a pass is expensive, and a squared distance of D/100 makes a hundredth more data bright, not more.
    void find_anchor() {
        newton_settings newton = settings_.newton;
        if (settings_.rough_anchor && has_many_blocks(model_.rows()))
            newton.tolerance = std::max(newton.tolerance, 0.01 * static_cast<double>(model_.dimension()));
        at_ = find_map(model_, newton);
        say(maximum_in_words(*at_));
    }

    /// With the first bound that the choices allow.
    std::shared_ptr<any_assembly const> assemble(choices const& wanted) const {
        std::shared_ptr<any_assembly const> made;
        std::vector<bound_kind> offered;
        bounds::for_each([&]<class B>(std::type_identity<B>) {
            offered.push_back(bound_kind_of<B>());
            if (!made && wanted.bound.allows(offered.back()))
                made = std::make_shared<assembly<M, B>>(model_, at_, wanted, settings_);
        });
        if (!made) refuse_bound(*wanted.bound, offered);
        return made;
    }

    template <class B>
    assembly<M, B> const& assembled() const {
        auto const* const found = dynamic_cast<assembly<M, B> const*>(firefly_.get());
        if (!found) throw invalid_argument("plan: it has no firefly chain with this bound; make one with algorithm firefly");
        return *found;
    }

    /// Beyond the number of any chain that a user may ask for.
    inline chain_options pilot_options() const {
        return {.seed = settings_.seed, .chain = 0xFFFFFFFF, .warm_up = settings_.pilot_iterations / 5};
    }

    pilot_report try_firefly(any_assembly const& by, anchor const& at) const {
        auto const chain = by.make_chain(pilot_options(), as_view(laplace_draw(at, pilot_options())));
        return run_pilot(*chain, as_view(at.theta), at.precision, settings_.pilot_iterations);
    }

    inline double firefly_cost(pilot_report const& seen) const {
        return firefly_work(seen, model_.dimension(), model_.likelihood().width()) / seen.effective;
    }

    /// Where the anchor or the algorithm is open and the sampler is the default one, of which a short run tells something.
    bool is_pilot_wanted() const {
        constexpr bool curved = CurvedBound<bound>;
        bool const is_default = chosen_.kernel.allows(curved ? kernel_kind::bright_gibbs : kernel_kind::random_walk) &&
                                chosen_.updater.allows(curved ? updater_kind::clocked : updater_kind::implicit_form);
        if (chosen_.anchor == choice(anchor_kind::pilot_mean)) {
            if (!is_default && chosen_.algorithm.allows(algorithm_kind::firefly))
                refuse_choice("anchor", "pilot", "a pilot runs with the default kernel and updater only; use map");
            return true;
        }
        bool const is_open = chosen_.anchor.is_automatic() || chosen_.algorithm.is_automatic();
        return at_ && is_default && is_open && chosen_.algorithm.allows(algorithm_kind::firefly);
    }

    /// Pilots leave region and candidates open, whatever was asked for: so the anchor that they find can be found again from the choices that
    /// they led to.
    void try_pilots() {
        choices const open{.bound = chosen_.algorithm.allows(algorithm_kind::firefly) ? chosen_.bound : automatic};
        firefly_ = assemble(open);
        pilot_ = try_firefly(*firefly_, *at_);
        double const dimension = static_cast<double>(model_.dimension());
        bool const is_off = pilot_->bright >= 1.3 * firefly_->expected->bright + 1 && pilot_->distance >= 1.2 * dimension;
        bool const wants_mean = chosen_.anchor == choice(anchor_kind::pilot_mean);
        if (wants_mean || (is_off && chosen_.anchor.is_automatic())) move_anchor(open, wants_mean);
        if (!chosen_.region.is_automatic() || !chosen_.candidates.is_automatic()) firefly_ = assemble(chosen_);
    }

    /// To the pilot's mean, where that was asked for or a second pilot does better there.
    void move_anchor(choices const& open, bool in_any_case) {
        quadratic const there = expand(model_, as_view(pilot_->mean));
        auto precision = factorise(there.precision());
        if (!precision) {
            if (in_any_case) refuse_choice("anchor", "pilot", "the posterior is not concave at the pilot's mean; use map");
            return;
        }
        anchor const before =
            std::exchange(*at_, {pilot_->mean, std::move(*precision), there.constant(), infinity, at_->passes + 1});
        auto const other = assemble(open);
        pilot_report const seen = try_firefly(*other, *at_);
        if (!in_any_case && firefly_cost(seen) >= firefly_cost(*pilot_)) {
            at_ = before;
            return;
        }
        chosen_.anchor = anchor_kind::pilot_mean;
        firefly_ = other;
        pilot_ = seen;
    }

    /// Firefly, or all data after all.
    void choose_algorithm() {
        if (!chosen_.algorithm.is_automatic()) return;
        chosen_.algorithm = algorithm_kind::firefly;
        if (!pilot_) return;  // the choices leave nothing that a pilot would tell
        row_index const rows = model_.rows().rows();
        std::size_t const width = model_.likelihood().width();
        sampler_costs costs{.firefly = firefly_cost(*pilot_),
                            .independence = infinity,
                            .elliptical = infinity,
                            .one_pass = regular_work(1, rows, model_.dimension(), width)};
        if (costs.firefly <= costs.one_pass) {
            say(fmt::format("Sampler: bright Gibbs. An effective draw costs {:.2g} of one pass over the data.",
                            costs.firefly / costs.one_pass));
            return;
        }
        auto const cost = [&](pilot_report const& seen) {
            double const passes = seen.queries / static_cast<double>(rows);
            return regular_work(passes, rows, model_.dimension(), width) / seen.effective;
        };
        // Short ones: each iteration reads all data.
        auto const pilot = [&](kernel_kind kernel) {
            auto const chain =
                start_erased_chain(any_density(regular_density(model_, as_view(laplace_draw(*at_, pilot_options())))),
                                   make_regular_kernel(kernel, size()), pilot_options());
            return run_pilot(*chain, as_view(at_->theta), at_->precision, settings_.pilot_iterations / 4,
                             [&](pilot_report const& seen) { return cost(seen) > 4 * costs.firefly; });
        };
        costs.elliptical = cost(pilot(kernel_kind::elliptical_slice));
        // Where many proposals are refused the posterior has tails that the proposal lacks. The chain sticks there, and no pilot sees it.
        pilot_report const proposed = pilot(kernel_kind::independence);
        if (proposed.acceptance > 0.7) costs.independence = cost(proposed);
        kernel_kind const taken = cheapest(costs);
        say(costs_in_words(taken, costs));
        if (taken == kernel_kind::bright_gibbs) return;
        chosen_.algorithm = algorithm_kind::regular;
        chosen_.kernel = taken;
    }

    /// What is still open.
    void choose_rest() {
        if (chosen_.anchor.is_automatic()) chosen_.anchor = anchor_kind::maximum;
        if (chosen_.start.is_automatic()) chosen_.start = at_ ? start_kind::laplace : start_kind::prior;
        if (!at_ && *chosen_.start != start_kind::prior)
            refuse_choice("start", word_of(*chosen_.start), "there is no maximum with anchor none; use prior");
        if (*chosen_.algorithm == algorithm_kind::firefly) {
            auto const& [algorithm, anchor, bound_taken, region, kernel, updater, candidates, start] = firefly_->chosen;
            chosen_.bound = bound_taken;
            chosen_.region = region;
            chosen_.kernel = kernel;
            chosen_.updater = updater;
            chosen_.candidates = candidates;
            return;
        }
        chosen_.bound = none;
        chosen_.region = none;
        chosen_.updater = none;
        chosen_.candidates = none;
        if (chosen_.kernel.is_automatic()) chosen_.kernel = at_ ? kernel_kind::elliptical_slice : kernel_kind::random_walk;
        make_regular_kernel(*chosen_.kernel, size());  // refuses now what would be refused when a chain is made
    }

    vector start(chain_options const& options) const {
        if (*chosen_.start == start_kind::prior) return prior_draw(model_, options);
        return *chosen_.start == start_kind::maximum ? at_->theta : laplace_draw(*at_, options);
    }

    plan_settings settings_;
    M model_;
    choices chosen_;
    std::optional<anchor> at_;
    std::shared_ptr<any_assembly const> firefly_;
    std::optional<pilot_report> pilot_;
    std::vector<std::string> reasons_;
};

}  // namespace firefly
