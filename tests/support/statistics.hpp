/// How random tests decide: seeds that can be changed from outside, p-values, and one rule for when to fail.
///
/// A test that compares an estimate with the truth fails by chance now and then, and a suite of many such tests often. So none of them
/// compares by itself: it hands what it measured to `judge`, which fails only when all of it together has p < 1e-5, and has so again with
/// fresh seeds and four times the samples. Right code fails with a probability of 1e-10; wrong code is seen twice as well the second time.
/// Such tests stand in the suite "statistics" (doctest's -ts=statistics).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace firefly::testing {

/// `base`, or another seed for every value of the environment variable FIREFLY_SEED, a number below 2²⁴. All bases must lie below 2³².
inline std::uint64_t seed(std::uint64_t base) {
    char const* const turn = std::getenv("FIREFLY_SEED");
    return turn == nullptr ? base : base + ((std::strtoull(turn, nullptr, 10) + 1) << 32);
}

/// Whether a case is tried, counted within whatever has many of them. All are, unless FIREFLY_SEED is set: then one in eight is, and others
/// with the next seed. Fifty seeds thus try each case at least six times, in an eighth of the time.
inline bool has_turn(std::uint64_t which) {
    char const* const turn = std::getenv("FIREFLY_SEED");
    return turn == nullptr || (which + std::strtoull(turn, nullptr, 10)) % 8 == 0;
}

/// A mean and its standard error. The error was itself estimated, with `freedom` degrees of freedom.
struct estimate {
    double mean;
    double standard_error;
    double freedom;
};

/// Of independent numbers.
inline estimate independent_mean(std::vector<double> const& values) {
    double const size = static_cast<double>(values.size());
    double mean = 0, square = 0;
    for (double const value : values) mean += value / size;
    for (double const value : values) square += (value - mean) * (value - mean);
    return {mean, std::sqrt(square / (size - 1) / size), size - 1};
}

/// Of a chain's numbers, by batch means: the means of 50 long batches are nearly independent.
inline estimate chain_mean(std::vector<double> const& values) {
    constexpr std::size_t batches = 50;
    std::size_t const length = values.size() / batches;
    std::vector<double> means(batches);
    for (std::size_t b = 0; b < batches; ++b)
        for (std::size_t i = 0; i < length; ++i) means[b] += values[b * length + i] / static_cast<double>(length);
    return independent_mean(means);
}

/// Of a count of successes in independent trials of probability p, as a share of the trials.
inline estimate share(double successes, double trials, double p) {
    return {successes / trials, std::sqrt(p * (1 - p) / trials), 1e9};
}

/// P(|Z| > z) for a standard normal.
inline double normal_p(double z) {
    return std::erfc(std::abs(z) / std::sqrt(2.0));
}

/// P(|T| > t) for Student's t, by Wallace's transformation to a normal (1959). Never too small; seven per cent too large at most where it
/// matters here (p = 1e-9, 19 degrees of freedom), less for more of them.
inline double student_t_p(double t, double freedom) {
    return normal_p((8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(t * t / freedom)));
}

/// The probability of a mean as far from the truth as this one. What happens once in 10⁵ times may never have happened: its standard
/// error was then estimated as zero.
inline double p_value(estimate const& e, double truth) {
    double const least = 1e-5 * std::max(1.0, std::abs(truth));
    return student_t_p(std::abs(e.mean - truth) / std::max(e.standard_error, least), e.freedom);
}

/// The same of two independent estimates of one number (Welch 1947).
inline double p_value(estimate const& a, estimate const& b) {
    double const u = a.standard_error * a.standard_error, v = b.standard_error * b.standard_error;
    double const freedom = (u + v) * (u + v) / (u * u / a.freedom + v * v / b.freedom);
    return p_value({a.mean - b.mean, std::sqrt(u + v), freedom}, 0);
}

/// Kolmogorov's: of the largest distance between the empirical distribution and a continuous one, 2 exp(−2 n d²) in the limit.
template <class Distribution>
double kolmogorov_p(std::vector<double> values, Distribution const& distribution) {
    std::sort(values.begin(), values.end());
    double const size = static_cast<double>(values.size());
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        double const p = distribution(values[i]);
        worst = std::max({worst, p - static_cast<double>(i) / size, static_cast<double>(i + 1) / size - p});
    }
    return std::min(1.0, 2 * std::exp(-2 * size * worst * worst));
}

/// Of χ² with this many degrees of freedom, as far from its mean on this side: the cube root of it is nearly normal (Wilson & Hilferty 1931).
inline double chi_squared_p(double statistic, double freedom) {
    double const variance = 2 / (9 * freedom);
    return normal_p((std::cbrt(statistic / freedom) - 1 + variance) / std::sqrt(variance));
}

/// Pearson's: of counts against expected counts that have the same sum.
inline double pearson_p(std::vector<double> const& counts, std::vector<double> const& expected) {
    double statistic = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        statistic += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    return chi_squared_p(statistic, static_cast<double>(counts.size()) - 1);
}

/// One run of a statistical test: where its seeds come from, how large it is, and what it found.
class trial {
public:
    /// The first, or the one that follows a suspicion.
    explicit trial(bool again) : again_(again) {}

    bool again() const { return again_; }
    std::uint64_t seed(std::uint64_t base) const { return testing::seed(base) + (std::uint64_t{again_} << 56); }
    /// This many samples the first time.
    std::size_t times(std::size_t samples) const { return again_ ? 4 * samples : samples; }

    void add(double p, std::string what = {}) {
        ++size_;
        if (!(p >= least_)) {  // a NaN is the least of all
            least_ = std::isnan(p) ? 0 : p;
            worst_ = std::move(what);
        }
    }
    /// `truth` is a number, or another estimate.
    template <class Truth>
    void equal(estimate const& e, Truth const& truth, std::string what = {}) {
        add(p_value(e, truth), std::move(what));
    }

    /// Of everything together: the least, times how many there were (Bonferroni).
    double p() const { return std::min(1.0, least_ * static_cast<double>(size_)); }
    std::string const& worst() const { return worst_; }

private:
    bool again_;
    double least_ = 1;
    std::size_t size_ = 0;
    std::string worst_;
};

/// Runs a test, which fills the trial that it is given; once more if that looks bad. False when it failed.
template <class Test>
bool judge_now(Test const& test) {
    constexpr double unlikely = 1e-5;
    trial first(false);
    test(first);
    if (first.p() >= unlikely) {
        CHECK(first.p() >= unlikely);
        return true;
    }
    trial second(true);
    test(second);
    INFO("first: p = ", first.p(), " ", first.worst());
    INFO("again: p = ", second.p(), " ", second.worst());
    CHECK(second.p() >= unlikely);
    return second.p() >= unlikely;
}

inline std::uint64_t next_case() {
    static std::uint64_t cases = 0;
    return cases++;
}

/// The same, if the case has its turn.
template <class Test>
bool judge(Test const& test) {
    return !has_turn(next_case()) || judge_now(test);
}

}  // namespace firefly::testing
