module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

void check_centre(std::string_view kernel, vector const& centre) {
    for (std::size_t i = 0; i < centre.size(); ++i)
        if (!std::isfinite(centre(i)))
            throw invalid_argument(fmt::format("{}: number {} of the centre is {}; give finite ones", kernel, i, centre(i)));
}

void preconditioner::coordinate_scales(vector_out scales) const {
    std::ranges::fill(scales, 1.0);
    if (!shapes(scales.size())) return;
    precision_->diagonal(scales);
    for (double& scale : scales) scale = 1 / std::sqrt(scale);
}

void preconditioner::refuse(std::size_t dimension) const {
    throw invalid_argument(
        fmt::format("preconditioner: made for {} parameters but the density has {}; make it of that posterior's "
                    "precision",
                    precision_->dimension(), dimension));
}

}  // namespace firefly
