/// What is asked of dense matrices, and what this processor can do, of firefly.numeric:portable.
module;
#include <atomic>

module firefly.numeric;

namespace firefly {

namespace {

std::atomic<bool> portable_algebra = false;

}  // namespace

void use_portable_algebra(bool whether) {
    portable_algebra = whether;
}

bool algebra_is_portable() {
    return portable_algebra.load(std::memory_order_relaxed);
}

bool rounds_as_others() {
#ifdef __x86_64__
    return __builtin_cpu_supports("x86-64-v3");  // what lanes.hpp picks by
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

}  // namespace firefly
