module;
#include <functional>
#include <vector>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

template class lazy<ring_sum>;

}  // namespace firefly
