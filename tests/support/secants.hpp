/// Where a secant 2ψ(Δ)/Δ² is looked at, to be compared with curvatures that serve an interval |Δ| ≤ R.
#pragma once

#include <vector>

namespace firefly::testing {

/// Where in [−R, R] the secant is looked at: evenly, near zero, and near both ends.
inline std::vector<double> steps_within(double reach) {
    std::vector<double> steps;
    for (int i = -400; i <= 400; ++i)
        if (i != 0) steps.push_back(reach * i / 400);
    for (double const share : {1e-6, 1e-4, 1e-3, 0.999999}) steps.insert(steps.end(), {share * reach, -share * reach});
    return steps;
}

inline std::vector<double> const reaches{1e-9, 1e-4, 0.01, 0.1, 0.5, 1, 2, 5, 20, 100};

}  // namespace firefly::testing
