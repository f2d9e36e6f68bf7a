/// OpenBLAS starts threads when it is loaded, before `main`: one per core, though firefly uses none of them. Each asks for 128 MiB, again and
/// again where it gets none (`ulimit -v`), and a thread that cannot be started (`ulimit -u`) ends the program. It starts none when the
/// environment has OPENBLAS_NUM_THREADS=1. So what runs before all libraries sees to that, and starts the program again, once.
///
/// `.preinit_array` (System V gABI) is what runs that early, in programs only. To set the variable there is too early: the C library forgets it.
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace {

[[clang::no_sanitize("address", "thread", "undefined")]]  // their own libraries may not be ready
void start_with_one_thread(int, char** arguments, char** environment) {
    constexpr std::string_view name = "OPENBLAS_NUM_THREADS=";
    static char wanted[] = "OPENBLAS_NUM_THREADS=1";
    std::vector<char*> changed{wanted};
    for (char** variable = environment; *variable; ++variable) {
        if (std::strcmp(*variable, wanted) == 0) return;
        if (!std::string_view(*variable).starts_with(name)) changed.push_back(*variable);
    }
    changed.push_back(nullptr);
    static char program[4096];  // not /proc/self/exe: the process would be called so
    auto const length = ::readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) ::execve(program, arguments, changed.data());  // should that fail, the program goes on as it is
}

[[gnu::used, gnu::section(".preinit_array")]] auto* const before_all_libraries = &start_with_one_thread;

}  // namespace
