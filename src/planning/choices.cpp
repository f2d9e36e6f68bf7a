module;
#include <string>

module firefly.planning;

import firefly.external;

namespace firefly {

std::string shortest(double value) {
    return fmt::format("{}", value);
}

}  // namespace firefly
