/// A source of randomness that walks every branch.
///
/// Each decision that a kernel or updater asks for becomes a fork with known probabilities. `next()` takes the next path through the
/// forks; the probabilities of all paths sum to one. So a transition matrix is computed, not estimated.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

export module firefly.testing:scripted_random;

import firefly.core;

namespace firefly::testing {

export class scripted_random {
public:
    /// `horizon`: skips of this many and more are one and the same to the code under test.
    explicit scripted_random(row_index horizon) : horizon_(horizon) {}

    /// To the next path; false when all have been walked. The first path needs no call.
    bool next() {
        while (!forks_.empty() && !forks_.back().advance()) forks_.pop_back();
        at_ = 0;
        clock_ = segment_ = 0;
        position_ = 0;
        return !forks_.empty();
    }

    /// Of the path just walked.
    double probability() const {
        double product = 1;
        for (auto const& fork : forks_) product *= fork.probabilities[fork.taken];
        return product;
    }

    bool accept(double log_probability) {
        if (std::isnan(log_probability)) throw std::logic_error("scripted_random: accept was asked with NaN");
        return take([&] {
                   double const p = std::exp(std::min(0.0, log_probability));
                   return std::vector{p, 1 - p};
               }) == 0;
    }

    bool chance(double probability) {
        if (std::isnan(probability)) throw std::logic_error("scripted_random: chance was asked with NaN");
        return take([&] { return std::vector{probability, 1 - probability}; }) == 0;
    }

    bool chance(double part, double whole) {
        if (!(part >= 0) || !(whole >= 0) || (part == infinity && whole == infinity))
            throw std::logic_error("scripted_random: chance was asked with what is no ratio");
        return chance(part == 0 ? 0 : part < whole ? part / whole : 1);
    }

    std::size_t pick(std::size_t n) {
        return take([&] { return std::vector<double>(n, 1 / static_cast<double>(n)); });
    }

    row_index skip(double q) {
        return take([&] {
            std::vector<double> probabilities;
            double none_yet = 1;
            for (row_index k = 0; k < horizon_; ++k, none_yet *= 1 - q) probabilities.push_back(q * none_yet);
            probabilities.push_back(none_yet);
            return probabilities;
        });
    }

    /// On a lattice: +1 or −1, equally likely. A symmetric proposal, which is all that Metropolis' rule asks for.
    void normals(vector_out out) {
        for (double& x : out) x = pick(2) == 0 ? 1 : -1;
    }

    double uniform() { throw std::logic_error("scripted_random: a uniform cannot be enumerated"); }

    /// The clocks that will be struck, in this order, and their rate. All that a clock says is which segments it hits: `exponential` leads
    /// to the middle of one that is still ahead, or beyond the last.
    void expect_clocks(std::vector<std::vector<double>> lengths, double rate) {
        clocks_ = std::move(lengths);
        rate_ = rate;
    }
    double exponential() {
        if (clock_ == clocks_.size()) throw std::logic_error("scripted_random: an exponential that no clock was announced for");
        auto const& lengths = clocks_[clock_];
        std::size_t const ahead = take([&] {
            std::vector<double> probabilities;
            double none_yet = 1;
            for (std::size_t n = segment_; n < lengths.size(); ++n) {
                probabilities.push_back(none_yet * -std::expm1(-rate_ * lengths[n]));
                none_yet *= std::exp(-rate_ * lengths[n]);
            }
            probabilities.push_back(none_yet);
            return probabilities;
        });
        std::size_t const hit = segment_ + ahead;
        double next = 0;
        for (std::size_t n = 0; n < hit; ++n) next += lengths[n];
        next += hit < lengths.size() ? lengths[hit] / 2 : 1;
        double const step = (next - position_) * rate_;
        position_ = next;
        segment_ = hit + 1;
        if (hit == lengths.size()) {
            ++clock_;
            segment_ = 0;
            position_ = 0;
        }
        return step;
    }

    /// As many as it takes to the end of a clock. Nobody looks at those after that.
    void exponentials(vector_out out) {
        std::ranges::fill(out, 1.0);
        std::size_t const clock = clock_;
        for (double& x : out) {
            x = exponential();
            if (clock_ != clock) return;
        }
    }

private:
    struct fork {
        std::vector<double> probabilities;
        std::size_t taken = 0;

        /// To the next outcome that is possible at all.
        bool advance() {
            do ++taken;
            while (taken < probabilities.size() && probabilities[taken] == 0);
            return taken < probabilities.size();
        }
    };

    /// `probabilities()` is asked for at a new fork only: on the way to it they are known.
    template <class Probabilities>
    std::size_t take(Probabilities const& probabilities) {
        if (at_ == forks_.size()) {
            forks_.push_back({probabilities()});
            if (forks_.back().probabilities[0] == 0) forks_.back().advance();
        }
        return forks_[at_++].taken;
    }

    row_index horizon_;
    std::vector<fork> forks_;
    std::size_t at_ = 0;
    std::vector<std::vector<double>> clocks_;
    double rate_ = 1;
    std::size_t clock_ = 0, segment_ = 0;  // the one that is struck, and the first segment that is still ahead
    double position_ = 0;
};

static_assert(Random<scripted_random>);

}  // namespace firefly::testing
