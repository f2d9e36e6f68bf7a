/// All that an updater sees, without a model, rows or θ: data whose log L̃ are given numbers. Counts what it is asked.
module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

export module firefly.testing:fixed_factors;

import firefly.core;

namespace firefly::testing {

/// A bright set that counts its readers' calls.
export class counted_brightness {
public:
    explicit counted_brightness(row_index size) : z_(size) {}

    row_index size() const { return ++calls_, z_.size(); }
    std::size_t count() const { return ++calls_, z_.count(); }
    bool is_bright(row_index n) const { return ++calls_, z_.is_bright(n); }
    row_index ith_bright(std::size_t i) const { return ++calls_, z_.ith_bright(i); }
    std::size_t position(row_index n) const { return ++calls_, z_.position(n); }

    bright_set& uncounted() { return z_; }
    bright_set const& uncounted() const { return z_; }
    std::uint64_t calls() const { return calls_; }

private:
    bright_set z_;
    mutable std::uint64_t calls_ = 0;
};

export class fixed_factors {
public:
    /// `bright` are lit at the start, in this order; θ is in this region of a bound.
    explicit fixed_factors(std::vector<double> log_factors, std::vector<row_index> const& bright = {}, std::size_t region = 0)
        : current_{zeros(0), 0, region}, log_factors_(std::move(log_factors)), brightness_(log_factors_.size()) {
        for (row_index const n : bright) light(n);
    }

    point const& current() const { return current_; }
    counted_brightness const& brightness() const { return brightness_; }
    bright_set const& z() const { return brightness_.uncounted(); }
    vector_view bright_factors() const { return bright_factors_; }
    vector_view bright_log_factors() const { return bright_; }
    void request(std::span<row_index const> indices) { candidates_.assign(indices.begin(), indices.end()); }
    void collect() {
        candidate_values_.clear();
        candidate_factors_.clear();
        for (row_index const n : candidates_) {
            candidate_values_.push_back(log_factors_[n]);
            candidate_factors_.push_back(std::exp(log_factors_[n]));
        }
        queries_ += candidates_.size();
    }
    std::span<row_index const> candidates() const { return candidates_; }
    vector_view candidate_factors() const { return candidate_factors_; }
    vector_view candidate_log_factors() const { return candidate_values_; }
    void brighten(std::size_t i) { light(candidates_[i]); }
    void darken(std::size_t i) {
        brightness_.uncounted().darken(z().ith_bright(i));
        replace_row_by_last(bright_, i);
        replace_row_by_last(bright_factors_, i);
    }

    std::uint64_t queries() const { return queries_; }

private:
    void light(row_index n) {
        brightness_.uncounted().brighten(n);
        bright_.push_back(log_factors_[n]);
        bright_factors_.push_back(std::exp(log_factors_[n]));
    }

    point current_;
    std::vector<double> log_factors_;
    counted_brightness brightness_;
    std::vector<double> bright_, bright_factors_;  // log L̃ and L̃ in the order of the bright data
    std::vector<row_index> candidates_;
    std::vector<double> candidate_values_, candidate_factors_;
    std::uint64_t queries_ = 0;
};

static_assert(BrightnessTarget<fixed_factors>);

/// One update of z alone, θ fixed, in the order in which a chain calls its parts.
export template <class Updater, class Target, class Source>
z_stats update(Updater const& updater, typename Updater::state& state, Target& target, Source& random) {
    std::vector<row_index> wanted;
    updater.propose(target.brightness(), state, random, wanted);
    target.request(wanted);
    target.collect();
    return updater.decide(target, state, random);
}

}  // namespace firefly::testing
