/// Random targets: what the likelihoods of the program draw, from firefly's own random numbers, the same on every machine.
///
/// - Gamma of shape a: Marsaglia & Tsang (2000), *A simple method for generating gamma variables*; for a < 1 that of a + 1 times U^(1/a).
/// - Poisson of mean μ: below 10 by inversion. Else the time X of the ⌊7μ/8⌋-th event of a unit process: where X is before μ, a Poisson variable of the rest
///   follows, else as many of the events before X as fall before μ, which is binomial. O(log μ) steps.
/// - Binomial of n trials: up to 20 one by one. Else by the median of n uniforms, which is a beta variable X and splits the trials in two halves: those on
///   the side of X away from p are decided, the others are binomial. O(log n) steps. Both: Ahrens & Dieter (1974), *Computer methods for sampling
///   from gamma, beta, Poisson and binomial distributions*, Computing 12.
/// - Hyperbolic secant, density 1/(π cosh u): the inverse of its distribution function (2/π) atan e^u.
/// - Huber's density, ∝ exp(−u²/2) within ±k and exp(k²/2 − k|u|) outside: a normal within ±k or an exponential beyond, by their masses.
module;
#include <cmath>
#include <numbers>

module firefly.program.after:variates;

import firefly;

namespace firefly::program {

inline double normal_variate(random_source& random) {
    double const radius = std::sqrt(2 * random.exponential());
    return radius * portable::cos(2 * std::numbers::pi * random.uniform());
}

inline double gamma_variate(random_source& random, double shape) {
    if (shape < 1) {
        double const power = portable::log(random.uniform()) / shape;
        return gamma_variate(random, shape + 1) * portable::exp(power);
    }
    double const d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        double const z = normal_variate(random), root = 1 + c * z, v = root * root * root;
        if (root > 0 && random.accept(z * z / 2 + d - d * v + d * portable::log(v))) return d * v;
    }
}

inline double binomial_variate(random_source& random, double trials, double probability) {
    double successes = 0;
    while (trials > 20) {
        double const low = std::floor(trials / 2) + 1, high = trials + 1 - low;
        double const a = gamma_variate(random, low), middle = a / (a + gamma_variate(random, high));
        if (middle > probability) {
            trials = low - 1;
            probability /= middle;
        } else {
            successes += low;
            trials = high - 1;
            probability = (probability - middle) / (1 - middle);
        }
    }
    for (double i = 0; i < trials; ++i) successes += random.chance(probability) ? 1 : 0;
    return successes;
}

inline double poisson_variate(random_source& random, double mean) {
    double count = 0;
    while (mean >= 10) {
        double const events = std::floor(mean * 0.875), time = gamma_variate(random, events);
        if (time > mean) return count + binomial_variate(random, events - 1, mean / time);
        count += events;
        mean -= time;
    }
    // Waiting times, as long as they last: at most some dozens.
    for (double time = random.exponential(); time < mean; time += random.exponential()) ++count;
    return count;
}

inline double student_t_variate(random_source& random, double degrees_of_freedom) {
    double const half = degrees_of_freedom / 2, z = normal_variate(random);
    return z / std::sqrt(gamma_variate(random, half) / half);
}

inline double secant_variate(random_source& random) {
    return portable::log(portable::tan(std::numbers::pi / 2 * random.uniform()));
}

inline double huber_variate(random_source& random, double threshold) {
    double const inner = std::sqrt(2 * std::numbers::pi) * portable::erf(threshold / std::numbers::sqrt2);
    double const outer = 2 * portable::exp(-threshold * threshold / 2) / threshold;
    if (random.chance(outer, inner + outer)) {
        double const size = threshold + random.exponential() / threshold;
        return random.chance(0.5) ? size : -size;
    }
    for (;;) {  // from the normal, or from the uniform where that seldom lies within
        double const z = threshold > 1 ? normal_variate(random) : threshold * (2 * random.uniform() - 1);
        if (threshold > 1 ? std::abs(z) <= threshold : random.accept(-z * z / 2)) return z;
    }
}

}  // namespace firefly::program
