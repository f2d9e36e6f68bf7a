module;
#include <array>
#include <cstddef>
#include <span>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

plane_form restrict_to_plane(quadratic const& q, std::array<vector_view, 3> const& e, vector_out scratch) {
    plane_form form{q.constant(), {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
        if (is_zero(e[i])) continue;
        form.linear[i] = dot(as_view(q.gradient()), e[i]);
        q.multiply(e[i], scratch);
        for (std::size_t j = 0; j < 3; ++j) form.square[i][j] = dot(e[j], scratch);
    }
    return form;
}

}  // namespace firefly
