/// A plan of a model of any type: what was chosen and why, and chains of it.
///
///     MAP ──► bound anchored there, sharp within a region ──► joint ──► forecast ──► bright Gibbs, a q_n for each datum ──► pilot
///
/// What is left open is chosen so:
/// - The bound, its region, kernel, updater and candidates: `assembly`.
/// - The anchor: the maximum. A pilot run that sees more bright data than forecast, or more than half as many as bright Gibbs can move, moves it to
///   the pilot's mean, if a second pilot then does better. In the latter case regions have the shape of the pilot's covariance.
/// - The region once more, where bright data are still that many: smaller ones, with rings about them, as long as pilots do better.
/// - Firefly or regular MCMC: by the work that an effective draw takes, from what pilots count. Where firefly beats even one pass over
///   the data for each effective draw, regular MCMC is not tried. Whoever chooses a part of firefly chooses firefly.
/// - The start: each chain at its own draw from the Laplace approximation, with z drawn exactly given that.
/// Made once, shared by all chains, frozen before they start. Where a team shares the rows, all members make the same plan,
/// pilots included; afterwards each has chains of its own.
module;
#include <memory>
#include <optional>
#include <string>
#include <vector>

export module firefly.planning:any_plan;

import firefly.external;
import firefly.core;
import firefly.dynamic;
import firefly.samplers;
import :assembly;
import :choices;
import :forecast;
import :parts;
import :pilot;
import :planned_model;
import :settings;

namespace firefly {

/// Made by `plan`.
export class any_plan {
public:
    any_plan(std::shared_ptr<planned_model const> model, choices const& wanted, plan_settings const& settings);

    /// Whether bounds touch at one point.
    inline bool is_anchored() const { return at_.has_value(); }
    /// That point. Only of a plan that is anchored.
    inline anchor const& at() const { return *at_; }
    /// What was chosen, with nothing left open.
    inline choices const& chosen() const { return chosen_; }
    /// And why, a sentence each.
    inline std::vector<std::string> const& reasons() const { return reasons_; }
    /// What the forecast says of firefly; nothing where it was not looked at, or its bound is untuned.
    std::optional<forecast> expected() const;

    /// A chain of what was chosen.
    std::shared_ptr<any_chain> make_chain(chain_options options) const;
    /// The same posterior and start on all data, by a kernel of one's choice.
    std::shared_ptr<any_chain> make_control(kernel_kind kernel, chain_options options) const;
    /// A stream of draws of what was chosen.
    stream<draw> draws(chain_options options) const;

protected:
    /// Firefly's parts; nothing where the plan has none.
    inline any_assembly const* parts() const { return firefly_.get(); }

private:
    posterior_size size() const;
    void say(std::string sentence);

    void find_anchor();
    std::shared_ptr<any_assembly const> assemble(choices const& wanted) const;

    bool is_pilot_wanted() const;
    chain_options pilot_options() const;
    pilot_report try_firefly(any_assembly const& by) const;
    double firefly_cost(pilot_report const& seen) const;
    void try_pilots();
    bool is_crowded() const;
    bool is_better(pilot_report const& seen) const;
    void narrow_region(choices wanted);
    void move_anchor(choices const& open, bool in_any_case);
    bool place_anchor(bool is_needed);

    void choose_algorithm();
    void choose_rest();
    vector start(chain_options const& options) const;

    plan_settings settings_;
    std::shared_ptr<planned_model const> model_;
    choices chosen_;
    std::optional<anchor> at_;
    std::shared_ptr<any_assembly const> firefly_;
    std::optional<pilot_report> pilot_;
    std::vector<std::string> reasons_;
};

}  // namespace firefly
