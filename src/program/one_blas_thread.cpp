/// OpenBLAS starts threads when it is loaded, before `main`: one per core, though firefly uses none of them. Each asks for 128 MiB, again and
/// again where it gets none (`ulimit -v`), and a thread that cannot be started (`ulimit -u`) ends the program. It starts none when the
/// environment has OPENBLAS_NUM_THREADS=1. So what runs before all libraries sees to that, and starts the program again, once.
///
/// UCX, which comes with Open MPI 5, starts a thread of its own for a file system that shows its state, and complains where it cannot. Nobody looks
/// at that here: UCX_VFS_ENABLE=n, unless the environment says otherwise.
///
/// Newer versions ask for the buffer of the only thread while they are loaded, too, for ever where there is no room: 0.3.29 of Debian 13 does,
/// 0.3.21 of Debian 12 does not, and none between them was tried. There the program ends with a line that says so.
///
/// `.preinit_array` (System V gABI) is what runs that early, in programs only. To set the variable there is too early: the C library forgets it.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

// OpenBLAS's own, which needs nothing to be ready. Weak: another BLAS has none.
extern "C" [[gnu::weak]] char* openblas_get_config();

namespace {

[[clang::no_sanitize("address", "thread", "undefined")]]  // their own libraries may not be ready
bool needs_room_to_load() {
    if (openblas_get_config == nullptr) return false;
    int major = 0, minor = 0, patch = 0;
    if (std::sscanf(openblas_get_config(), "OpenBLAS %d.%d.%d", &major, &minor, &patch) != 3) return false;
    return major > 0 || minor > 3 || (minor == 3 && patch > 21);
}

[[clang::no_sanitize("address", "thread", "undefined")]]
void refuse_without_room() {
    // 128 MiB for the buffer, of OpenBLAS 0.3 on x86-64, and the rest for what else is loaded.
    constexpr std::size_t needed = std::size_t{160} << 20;
    if (!needs_room_to_load()) return;
    void* const start = ::mmap(nullptr, needed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start != MAP_FAILED) {
        ::munmap(start, needed);
        return;
    }
    constexpr std::string_view words =
        "firefly: linear algebra needs room for 160 MiB more, and this process may not have them; raise the limit (ulimit -v)\n";
    [[maybe_unused]] auto const written = ::write(STDERR_FILENO, words.data(), words.size());
    ::_exit(3);
}

[[clang::no_sanitize("address", "thread", "undefined")]]
void start_with_one_thread(int, char** arguments, char** environment) {
    constexpr std::string_view blas = "OPENBLAS_NUM_THREADS=", ucx = "UCX_VFS_ENABLE=";
    static char one_thread[] = "OPENBLAS_NUM_THREADS=1", no_files[] = "UCX_VFS_ENABLE=n";
    std::vector<char*> changed{one_thread, no_files};
    for (char** variable = environment; *variable; ++variable) {
        if (std::strcmp(*variable, one_thread) == 0) return refuse_without_room();
        if (std::string_view(*variable).starts_with(blas)) continue;
        if (std::string_view(*variable).starts_with(ucx))
            changed[1] = *variable;
        else
            changed.push_back(*variable);
    }
    changed.push_back(nullptr);
    // The second name is for folders that this user may not look into; the process is then called so.
    constexpr char const* here = "/proc/self/exe";
    static char program[4096];
    if (::readlink(here, program, sizeof program - 1) > 0) ::execve(program, arguments, changed.data());
    ::execve(here, arguments, changed.data());
    refuse_without_room();  // neither worked: the program goes on as it is
}

[[gnu::used, gnu::section(".preinit_array")]] auto* const before_all_libraries = &start_with_one_thread;

}  // namespace
