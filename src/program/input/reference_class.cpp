module;
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

std::size_t reference_class(std::vector<std::string> const& classes, std::optional<std::string> const& wanted) {
    if (!wanted) return 0;
    auto const found = std::ranges::find(classes, *wanted);
    if (found == classes.end())
        throw invalid_argument(
            fmt::format("--reference {}: no such class; the classes are {}", in_quotes(*wanted), list_in_quotes(classes)));
    return static_cast<std::size_t>(found - classes.begin());
}

}  // namespace firefly::program
