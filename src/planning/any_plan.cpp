module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.diagnostics;
import firefly.dynamic;
import firefly.samplers;
import :costs;

namespace firefly {

namespace {

/// What follows from the choices alone: regular MCMC where nothing else is left, firefly where a part of it is chosen, or still open. Throws
/// `invalid_argument` for choices that contradict each other.
choice<algorithm_kind> algorithm_of(choices const& wanted) {
    if (wanted.algorithm.is_none()) refuse_choice("algorithm", "none", "there must be one; use firefly or regular");
    if (wanted.kernel.is_none()) refuse_choice("kernel", "none", "there must be one; leave it out");
    if (wanted.start.is_none()) refuse_choice("start", "none", "there must be one; leave it out");
    bool const parts_of_firefly = !wanted.bound.is_automatic() || !wanted.region.is_automatic() || !wanted.updater.is_automatic() ||
                                  !wanted.candidates.is_automatic();
    bool const regular = wanted.algorithm == choice(algorithm_kind::regular);
    if (regular && wanted.updater.is_value())
        refuse_choice("updater", word_of(*wanted.updater), "regular MCMC has no brightness to update; leave it out");
    if (regular && wanted.bound.is_value())
        refuse_choice("bound", word_of(*wanted.bound), "regular MCMC has no bound; leave it out");
    if (regular && wanted.region.is_value())
        refuse_choice("region", shortest(*wanted.region), "regular MCMC has no bound; leave it out");
    if (regular && wanted.candidates.is_value())
        refuse_choice("candidates", shortest(*wanted.candidates), "regular MCMC has no brightness to update; leave it out");
    if (!wanted.algorithm.is_automatic()) return wanted.algorithm;
    if (wanted.kernel == choice(kernel_kind::independence) && !parts_of_firefly) return algorithm_kind::regular;
    if (parts_of_firefly || wanted.kernel.is_value() || wanted.anchor.is_none()) return algorithm_kind::firefly;
    return automatic;
}

/// The inverse of a pilot's covariance, to which that of the Laplace approximation adds as much as D effective draws do: with fewer the former may
/// have directions without any width.
cholesky pilot_precision(pilot_report const& seen, cholesky const& laplace) {
    double const size = static_cast<double>(seen.mean.size()), draws = seen.effective * seen.draws;
    matrix const narrow = laplace.inverse();
    matrix covariance = seen.covariance;
    for (std::size_t i = 0; i < covariance.shape(0); ++i)
        for (std::size_t j = 0; j < covariance.shape(1); ++j)
            covariance(i, j) = (draws * covariance(i, j) + size * narrow(i, j)) / (draws + size);
    return cholesky(cholesky(covariance).inverse());
}

}  // namespace

any_plan::any_plan(std::shared_ptr<planned_model const> model, choices const& wanted, plan_settings const& settings)
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

std::optional<forecast> any_plan::expected() const {
    return firefly_ ? firefly_->expected : std::nullopt;
}

std::shared_ptr<any_chain> any_plan::make_chain(chain_options options) const {
    return *chosen_.algorithm == algorithm_kind::regular ? make_control(*chosen_.kernel, options)
                                                         : firefly_->make_chain(options, as_view(start(options)));
}

std::shared_ptr<any_chain> any_plan::make_control(kernel_kind kernel, chain_options options) const {
    return start_erased_chain(model_->alone()->density(as_view(start(options))), make_regular_kernel(kernel, size()), options);
}

stream<draw> any_plan::draws(chain_options options) const {
    return firefly::draws(make_chain(options));
}

posterior_size any_plan::size() const {
    return {model_->dimension(), model_->rows(), at_};
}

void any_plan::say(std::string sentence) {
    reasons_.push_back(std::move(sentence));
}

void any_plan::find_anchor() {
    at_ = model_->maximum(newton_for_anchor(settings_, model_->has_many_rows(), model_->dimension()));
    say(maximum_in_words(*at_));
}

std::shared_ptr<any_assembly const> any_plan::assemble(choices const& wanted) const {
    return model_->assemble(at_, wanted, settings_);
}

/// Where the anchor or the algorithm is open and the sampler is the default one, of which a short run tells something.
bool any_plan::is_pilot_wanted() const {
    bool const curved = model_->is_curved();
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

/// Beyond the number of any chain that a user may ask for.
chain_options any_plan::pilot_options() const {
    return {.seed = settings_.seed, .chain = 0xFFFFFFFF, .warm_up = settings_.pilot_iterations / 5};
}

pilot_report any_plan::try_firefly(any_assembly const& by) const {
    auto const chain = by.make_chain(pilot_options(), as_view(model_->draw_about(*at_, pilot_options())));
    return run_pilot(*chain, as_view(at_->theta), at_->precision, settings_.pilot_iterations);
}

double any_plan::firefly_cost(pilot_report const& seen) const {
    return firefly_work(seen, model_->load()) / seen.effective;
}

/// Pilots leave region and candidates open, whatever was asked for: so the anchor that they find can be found again from the choices that
/// they led to.
void any_plan::try_pilots() {
    choices const open{.bound = chosen_.algorithm.allows(algorithm_kind::firefly) ? chosen_.bound : automatic};
    firefly_ = assemble(open);
    pilot_ = try_firefly(*firefly_);
    double const dimension = static_cast<double>(model_->dimension());
    bool const is_off = pilot_->bright >= 1.3 * firefly_->expected->bright + 1 && pilot_->distance >= 1.2 * dimension;
    bool const wants_mean = chosen_.anchor == choice(anchor_kind::pilot_mean);
    if (wants_mean || ((is_off || is_crowded()) && chosen_.anchor.is_automatic())) move_anchor(open, wants_mean);
    if (chosen_.region.is_automatic()) narrow_region(open);
    if (chosen_.region.is_automatic() && chosen_.candidates.is_automatic()) return;
    choices wanted = chosen_;
    if (wanted.region.is_automatic()) wanted.region = firefly_->chosen.region;
    firefly_ = assemble(wanted);
}

/// Whether bright data are so many that they hold bright Gibbs up, more than half as many as it can move at all, and a region helps. A handful is
/// never a crowd: further pilots would take longer than what they could save.
bool any_plan::is_crowded() const {
    constexpr double handful = 5;
    double const each = std::max(1.0, static_cast<double>(model_->load().width) - 1);
    return firefly_->chosen.region.is_value() && pilot_->bright > handful &&
           pilot_->bright * each > 0.5 * static_cast<double>(model_->dimension());
}

/// Than the pilot before. Where many data are bright chains are slow, and a pilot has too few effective draws to tell which of two is the slower one.
/// Queries it can tell: they are in proportion to the bright data, and the more of these, the slower.
bool any_plan::is_better(pilot_report const& seen) const {
    return is_crowded() ? seen.queries < pilot_->queries : firefly_cost(seen) < firefly_cost(*pilot_);
}

/// To one that the posterior leaves now and then, for rings that are less sharp, as long as pilots do better there. Where the posterior is skewed,
/// as that of rare events is, few data are bright near its middle and many in its tails: one region for all makes them all bright.
void any_plan::narrow_region(choices wanted) {
    for (double const outside : {5e-3, 0.1, 0.5}) {
        if (!is_crowded()) return;
        wanted.region = region_radius(model_->dimension(), outside);
        auto const other = assemble(wanted);
        pilot_report const seen = try_firefly(*other);
        if (!is_better(seen)) return;
        firefly_ = other;
        pilot_ = seen;
    }
}

/// To the pilot's mean, where that was asked for or a second pilot does better there. A crowded pilot tells its covariance, too, and what it tells is
/// rough: where the second does better, it has its say as well.
void any_plan::move_anchor(choices const& open, bool in_any_case) {
    for (bool const again : {false, true}) {
        if (again && !is_crowded()) return;
        anchor const before = *at_;
        bool const is_needed = in_any_case && !again;
        if (!place_anchor(is_needed)) return;
        auto const other = assemble(open);
        pilot_report const seen = try_firefly(*other);
        if (!is_needed && !is_better(seen)) {
            at_ = before;
            return;
        }
        chosen_.anchor = anchor_kind::pilot_mean;
        firefly_ = other;
        pilot_ = seen;
    }
}

/// At the pilot's mean; false where the posterior is not concave there, which is refused where it is needed.
bool any_plan::place_anchor(bool is_needed) {
    quadratic const there = model_->expansion(as_view(pilot_->mean));
    auto precision = factorise(there);
    if (!precision) {
        if (is_needed) refuse_choice("anchor", "pilot", "the posterior is not concave at the pilot's mean; use map");
        return false;
    }
    if (is_crowded() && !precision->is_sparse()) precision = pilot_precision(*pilot_, *precision);
    *at_ = {pilot_->mean, std::move(*precision), there.constant(), infinity, at_->passes + 1};
    return true;
}

/// Firefly, or all data after all.
void any_plan::choose_algorithm() {
    if (!chosen_.algorithm.is_automatic()) return;
    chosen_.algorithm = algorithm_kind::firefly;
    row_index const rows = model_->rows();
    auto const work = [&](kernel_kind kernel, double passes) { return regular_work(kernel, passes, model_->load()); };
    sampler_costs costs{.firefly = firefly_cost(*pilot_),
                        .independence = infinity,
                        .elliptical = infinity,
                        .one_pass = work(kernel_kind::independence, 1)};
    if (costs.firefly <= costs.one_pass) {
        say(fmt::format("Sampler: bright Gibbs. An effective draw costs {:.2g} of one pass over the data.",
                        costs.firefly / costs.one_pass));
        return;
    }
    // With thousands of levels a proposal for all of them at once is hardly ever accepted, and a slice through all of them moves them little: it takes
    // passes in proportion to their number, 0.4 times that many in a model of a thousand.
    constexpr double worth_trying = 0.02;
    double const passes = costs.firefly / costs.one_pass;
    if (at_->precision.is_sparse() && passes < worth_trying * static_cast<double>(model_->dimension())) {
        say(fmt::format(
            "Sampler: bright Gibbs. An effective draw costs {:.2g} passes over the data, other samplers more with so many levels.",
            passes));
        return;
    }
    auto const cost = [&](kernel_kind kernel, pilot_report const& seen) {
        return work(kernel, seen.queries / static_cast<double>(rows)) / seen.effective;
    };
    auto const pilot = [&](kernel_kind kernel, std::uint64_t iterations) {
        auto const chain = start_erased_chain(model_->density(as_view(model_->draw_about(*at_, pilot_options()))),
                                              make_regular_kernel(kernel, size()), pilot_options());
        return run_pilot(*chain, as_view(at_->theta), at_->precision, iterations,
                         [&](pilot_report const& seen) { return cost(kernel, seen) > 4 * costs.firefly; });
    };
    // A short one: each iteration reads all data more than once.
    costs.elliptical = cost(kernel_kind::elliptical_slice, pilot(kernel_kind::elliptical_slice, settings_.pilot_iterations / 4));
    // Where the posterior has tails that the proposal lacks the chain sticks, seldom and for long.
    pilot_report const proposed = pilot(kernel_kind::independence, settings_.pilot_iterations);
    if (proposed.tail <= heaviest_tail(proposed.points))
        costs.independence = cost(kernel_kind::independence, proposed);
    else
        say(heavy_tail_in_words(proposed));
    kernel_kind const taken = cheapest(costs);
    say(costs_in_words(taken, costs));
    if (taken == kernel_kind::bright_gibbs) return;
    chosen_.algorithm = algorithm_kind::regular;
    chosen_.kernel = taken;
}

/// What is still open.
void any_plan::choose_rest() {
    if (chosen_.anchor.is_automatic()) chosen_.anchor = anchor_kind::maximum;
    if (chosen_.start.is_automatic()) chosen_.start = at_ ? start_kind::laplace : start_kind::prior;
    if (!at_ && *chosen_.start != start_kind::prior)
        refuse_choice("start", word_of(*chosen_.start), "there is no maximum with anchor none; use prior");
    // Refuses now what would be refused when a chain is made. So does the kernel below.
    if (*chosen_.start == start_kind::prior) model_->draw_from_prior({});
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
    make_regular_kernel(*chosen_.kernel, size());
}

vector any_plan::start(chain_options const& options) const {
    if (*chosen_.start == start_kind::prior) return model_->draw_from_prior(options);
    return *chosen_.start == start_kind::maximum ? at_->theta : model_->draw_about(*at_, options);
}

}  // namespace firefly
