module;
#include <cstddef>
#include <vector>

module firefly.core;

import firefly.external;

namespace firefly {

bright_set::bright_set(row_index size) : size_(size), slots_(16), shift_(60) {
    if (size == 0 || size == nobody)
        throw invalid_argument(fmt::format("bright_set: size must lie between 1 and {}, got {}", nobody - 1, size));
}

void bright_set::clear() {
    bright_.clear();
    slots_.assign(slots_.size(), {});
}

void bright_set::grow() {
    slots_.assign(2 * slots_.size(), {});
    --shift_;
    for (std::size_t i = 0; i < count(); ++i) slots_[find(bright_[i])] = {bright_[i], i};
}

}  // namespace firefly
