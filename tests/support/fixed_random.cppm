/// A source that gives what it was told to: one step of a kernel becomes a plain function of its noise.
module;
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

export module firefly.testing:fixed_random;

import firefly.core;

namespace firefly::testing {

/// Accepts whatever has a chance at all, and remembers the log of the ratio that it was asked with.
export struct fixed_random {
    std::vector<double> noise;
    double unit = 0.5;
    double log_ratio = 0;

    void normals(vector_out out) { std::ranges::copy(noise, out.begin()); }
    double uniform() { return unit; }
    bool accept(double log_probability) {
        log_ratio = log_probability;
        return log_probability > -infinity;
    }
    bool chance(double, double) { throw std::logic_error("fixed_random: no chance was fixed"); }
    bool chance(double) { throw std::logic_error("fixed_random: no chance was fixed"); }
    void exponentials(vector_out) { throw std::logic_error("fixed_random: no exponential was fixed"); }
    double exponential() { throw std::logic_error("fixed_random: no exponential was fixed"); }
    std::size_t pick(std::size_t) { throw std::logic_error("fixed_random: no pick was fixed"); }
    row_index skip(double) { throw std::logic_error("fixed_random: no skip was fixed"); }
};

static_assert(Random<fixed_random>);

}  // namespace firefly::testing
