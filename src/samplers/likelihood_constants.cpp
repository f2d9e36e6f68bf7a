module firefly.samplers;

import firefly.core;

namespace firefly {

void check_touching(bool touches_at_anchor) {
    if (!touches_at_anchor) throw invalid_argument("missing_constant: bounds must touch at one point; use one that is anchored");
}

}  // namespace firefly
