/// Invariance of a kernel that is a smooth function of one normal, by quadrature: no Monte Carlo error.
///
/// Include after every other header: brings `import firefly.testing;` with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

import firefly.testing;
import firefly;

namespace firefly::testing {

/// The largest relative imbalance of flows
///
///     |∬ π(θ) φ(ε) b (h(θ') − h(θ)) dε dθ|  /  ∬ π φ b |h(θ') − h(θ)| dε dθ,      h = θ, θ², tanh θ,
///
/// θ' the point that the kernel proposes and b the probability with which it goes there. It is zero if the kernel leaves π
/// invariant. b = r/(1 + r), r the ratio with which the kernel asks `accept`: Barker's rule, which is as exact as Metropolis'
/// min(1, r) for the same r but smooth, so that the trapezoid rule converges exponentially. (With the kink of min(1, r) it would
/// need 10⁴ times the points.) With the steps of 0.04 and 0.06 taken here its error is below 1e-8 for paths of up to three
/// leapfrog steps; longer ones bend more.
template <class Kernel, class Formula>
double flow_imbalance(Kernel const& kernel, Formula const& formula, double low, double high, double unit = 0.5) {
    std::vector<double> net(3), gross(3);
    auto state = kernel.start();
    auto const functionals = [](double x) { return std::vector{x, x * x, std::tanh(x)}; };
    for (double theta = low; theta <= high; theta += 0.04)
        for (double noise = -8.5; noise <= 8.5; noise += 0.06) {
            analytic_density target(formula, to_vector(std::vector{theta}));
            double const weight = std::exp(target.current().log_density - noise * noise / 2);
            fixed_random random{{noise}, unit};
            if (!kernel.step(target, state, random).accepted) continue;
            double const flow = weight * sigmoid(random.log_ratio);
            auto const before = functionals(theta), after = functionals(target.current().theta(0));
            for (std::size_t h = 0; h < 3; ++h) {
                net[h] += flow * (after[h] - before[h]);
                gross[h] += flow * std::abs(after[h] - before[h]);
            }
        }
    double worst = 0;
    for (std::size_t h = 0; h < 3; ++h) worst = std::max(worst, std::abs(net[h]) / gross[h]);
    return worst;
}

}  // namespace firefly::testing
