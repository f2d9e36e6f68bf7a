module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

poisson_clock::poisson_clock(std::span<double const> lengths) {
    table made;
    made.edges.reserve(lengths.size() + 1);
    made.edges.push_back(0);
    for (double const length : lengths) {
        if (!(length >= 0) || !std::isfinite(length))
            throw invalid_argument(fmt::format("poisson_clock: segment {} has length {}; lengths are finite and not negative",
                                               made.edges.size() - 1, length));
        made.edges.push_back(made.edges.back() + length);
    }
    std::size_t const cells = std::max<std::size_t>(1, lengths.size() / 4);
    double const total = made.edges.back();
    made.guides_per_length = total > 0 ? static_cast<double>(cells) / total : 0;
    // One more than there are cells: a point just below the end may be rounded into it.
    made.guide.resize(cells + 1);
    row_index n = 0;
    for (std::size_t i = 0; i <= cells; ++i) {
        // A rounding early rather than late: the search goes forwards only.
        double const begin = (static_cast<double>(i) - 1e-6) / static_cast<double>(cells) * total;
        while (n + 1 < lengths.size() && made.edges[n + 1] <= begin) ++n;
        made.guide[i] = static_cast<std::uint32_t>(n);
    }
    table_ = std::make_shared<table const>(std::move(made));
}

}  // namespace firefly
