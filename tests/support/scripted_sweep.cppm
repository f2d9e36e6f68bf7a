/// A step of bright Gibbs as a plain function of what it draws, and how likely it is to draw that, learned from the kernel alone.
///
/// A source answers as it was told to and notes with which probabilities it was asked; a density notes which datum's predictors are
/// proposed. Given all that came before, a proposal is linear in its noise, so that a few steps with noise of zero and one tell its
/// law (`proposal_law`). Nothing of the kernel's formulas is repeated here.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

export module firefly.testing:scripted_sweep;

import firefly.external;
import firefly.core;
import firefly.dynamic;
import firefly.kernels;
import :proposal_law;

namespace firefly::testing {

/// What the kernel did in a move, and the probabilities with which it asked.
export struct recorded_move {
    std::size_t datum;
    numbers proposal;
    double picked = 1;
    double half_normal = 1;
    double upwards = 1;
};

export struct recorded_step {
    std::vector<recorded_move> moves;
    numbers white;   // the point at the end, whitened
    double passing;  // the probability with which the last of the scripted tests passes
};

/// What source and density know of each other in one step.
class stage {
public:
    stage(std::size_t each, std::vector<scripted_move> const& script, bool to_the_end)
        : each_(each), script_(script), to_the_end_(to_the_end) {}

    /// Whether a move is in the script. Those behind it are turned down, and so is the point if the script ends before it.
    bool is_scripted(std::size_t move) const { return move < script_.size(); }
    bool goes_to_the_end() const { return to_the_end_; }
    std::size_t moves() const { return moves_.size(); }

    void propose(std::size_t datum, vector_view u) {
        asked_.datum = datum;
        asked_.proposal.assign(u.begin(), u.end());
        moves_.push_back(std::exchange(asked_, {}));
        questions_ = 0;
        awaits_test_ = true;
        if (!to_the_end_ && moves_.size() == script_.size()) listens_ = true;
    }
    void place() { listens_ = to_the_end_; }

    bool answer(double probability) {
        if (std::exchange(listens_, false)) first_question_ = probability;
        std::size_t const move = moves_.size();
        if (awaits_test_) {
            awaits_test_ = false;
            return probability == 1 || (probability > 0 && is_scripted(move - 1) && script_[move - 1].passes);
        }
        scripted_move const now = is_scripted(move) ? script_[move] : scripted_move{};
        std::size_t const picks = std::min(now.square + 1, each_ - 1), question = questions_++;
        if (question < picks) {
            asked_.picked *= question == now.square ? probability : 1 - probability;
            return question == now.square;
        }
        if (question == picks) {
            asked_.half_normal = probability;
            return now.half_normal;
        }
        asked_.upwards = probability;
        return now.upwards;
    }

    std::vector<recorded_move> const& recorded() const { return moves_; }
    /// What was asked next when all of the script had been proposed: the probability of its last test.
    double first_question() const { return first_question_; }

private:
    std::size_t each_;
    std::vector<scripted_move> const& script_;
    bool to_the_end_;
    std::vector<recorded_move> moves_;
    recorded_move asked_ = {};
    std::size_t questions_ = 0;
    bool awaits_test_ = false, listens_ = false;
    double first_question_ = 1;
};

/// The source of one step. Normals are asked for all at once: of each datum on the way there, of each datum on the way back, of the point.
struct stage_random {
    stage& now;
    numbers noise;

    void normals(vector_out out) {
        if (out.size() != noise.size())
            throw std::logic_error("scripted_sweep: the step asks for " + std::to_string(out.size()) + " normals instead of " +
                                   std::to_string(noise.size()));
        std::ranges::copy(noise, out.begin());
    }
    bool chance(double probability) { return now.answer(probability); }
    bool chance(double part, double whole) { return now.answer(part == 0 ? 0 : part < whole ? part / whole : 1); }
    double uniform() { throw std::logic_error("scripted_sweep: a sweep has no uniform"); }
    bool accept(double) { throw std::logic_error("scripted_sweep: a sweep asks for chances"); }
    double exponential() { throw std::logic_error("scripted_sweep: a sweep has no exponential"); }
    void exponentials(vector_out) { throw std::logic_error("scripted_sweep: a sweep has no exponentials"); }
    std::size_t pick(std::size_t) { throw std::logic_error("scripted_sweep: a sweep picks nothing"); }
    row_index skip(double) { throw std::logic_error("scripted_sweep: a sweep skips nothing"); }
};
static_assert(Random<stage_random>);

/// The density of one step: it stays where it is.
struct stage_density {
    any_firefly_density& target;
    stage& now;
    numbers white = {};

    std::size_t dimension() const { return target.dimension(); }
    point const& current() const { return target.current(); }
    std::uint64_t queries() const { return target.queries(); }
    vector_out scratch(std::size_t i) { return target.scratch(i); }
    double evaluate(vector_view theta) { return target.evaluate(theta); }
    void open_plane(vector_view c, vector_view a, vector_view b) { target.open_plane(c, a, b); }
    double on_plane(double x, double y) { return target.on_plane(x, y); }
    whitening const& inner() const { return target.inner(); }
    bright_frame const& frame() { return target.frame(); }
    void separate(double least_pivot) { target.separate(least_pivot); }
    std::vector<double>& workspace(std::size_t i) { return target.workspace(i); }
    double correction() { return target.correction(); }
    void commit() {}

    double inner_gap(std::size_t i, vector_view u) {
        now.propose(i, u);
        return now.is_scripted(now.moves() - 1) ? target.inner_gap(i, u) : -1;
    }
    factor_weight inner_weight(std::size_t i, double bend, double u) {
        now.propose(i, {&u, 1});
        return now.is_scripted(now.moves() - 1) ? target.inner_weight(i, bend, u) : factor_weight{0, 0};
    }
    double place(vector_view w, vector_view u, vector_view gaps) {
        now.place();
        white.assign(w.begin(), w.end());
        double const log_ratio = target.place(w, u, gaps);
        return now.goes_to_the_end() ? log_ratio : -infinity;
    }
};
static_assert(GaussianTimesFactors<stage_density>);

/// Bright Gibbs at a point that it never leaves.
export class scripted_sweep {
public:
    scripted_sweep(bright_gibbs kernel, any_firefly_density& target) : kernel_(std::move(kernel)), target_(target) {
        bright_frame const& frame = target_.frame();
        each_ = frame.rows_each;
        data_ = frame.index.size();
    }

    std::size_t each() const { return each_; }
    std::size_t data() const { return data_; }
    std::size_t noise_each() const { return each_ == 1 ? 3 : 3 + each_; }

    /// One step by a script of its first moves; with noise for the point to its end. Moves behind the script are turned down.
    recorded_step play(std::vector<scripted_move> const& script, numbers const& white = {}) {
        stage now(each_, script, !white.empty());
        stage_random random{now, numbers(2 * data_ * noise_each() + target_.dimension())};
        for (std::size_t k = 0; k < script.size(); ++k) {
            std::size_t const place = k < data_ ? k : 3 * data_ - 1 - k;  // on the way back the last comes first
            std::ranges::copy(script[k].noise, random.noise.begin() + place * noise_each());
        }
        std::ranges::copy(white, random.noise.end() - target_.dimension());
        stage_density density{target_, now};
        auto state = kernel_.start();
        kernel_.step(density, state, random);
        return {now.recorded(), density.white, now.first_question()};
    }

    /// How the next move proposes, after a script.
    proposal_law law(std::vector<scripted_move> script) {
        auto const propose = [&](std::size_t square, std::size_t entry) {
            scripted_move move{.noise = numbers(noise_each()), .square = square};
            if (entry < noise_each()) move.noise[entry] = 1;
            script.push_back(move);
            recorded_move const found = play(script).moves.at(script.size() - 1);
            script.pop_back();
            return found;
        };
        std::vector<proposal_law::square> squares;
        for (std::size_t i = 0; i < each_; ++i) {
            recorded_move const base = propose(i, noise_each());
            auto const difference = [&](std::size_t entry) {
                numbers moved = propose(i, entry).proposal;
                for (std::size_t j = 0; j < each_; ++j) moved[j] -= base.proposal[j];
                return moved;
            };
            squares.push_back({base.picked, base.half_normal, base.proposal, difference(0), {}});
            for (std::size_t entry = 3; entry < noise_each(); ++entry) squares.back().rest.push_back(difference(entry));
        }
        return proposal_law(squares);
    }

    /// log of the density of proposing x after a script, by this law.
    double log_density(std::vector<scripted_move> script, proposal_law const& law, numbers const& x) {
        return law.log_density(x, [&](std::size_t square, double size) {
            script.push_back({.noise = numbers(noise_each()), .square = square});
            script.back().noise[0] = size;
            double const upwards = play(script).moves.at(script.size() - 1).upwards;
            script.pop_back();
            return upwards;
        });
    }

private:
    bright_gibbs kernel_;
    any_firefly_density& target_;
    std::size_t each_, data_;
};

}  // namespace firefly::testing
