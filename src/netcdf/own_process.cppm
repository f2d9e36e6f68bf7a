/// Work in a process of its own: what crashes there, or never ends, is an error here.
///
/// HDF5 trusts the bytes that it reads. Of 20,000 netCDF files of which one to four bytes were changed at random, 46 ended HDF5 1.10 by a
/// segmentation fault and 10 kept it in a loop. No check can come first, short of writing HDF5 again.
///
/// The process is a fork: it has everything that the work refers to. It hands over its answer in a file in memory that both have open, so that,
/// unlike with a pipe, nobody waits for the other while it is written. It ends without running destructors: they belong to the parent.
/// Cost: about a millisecond, and memory for the answer.
module;
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>

module firefly.netcdf:own_process;

import firefly.external;
import firefly.files;
import firefly.numeric;

namespace firefly {

/// The work did not come to its end. The message says how, and begins with a verb: "crashed (…)".
class process_failure : public error {
public:
    using error::error;
};

// With the linkage of the module: an inline function of it calls them, and clang 22 refuses what has that of one file.

void limit(decltype(RLIMIT_CPU) what, rlim_t most) {
    rlimit now{};
    if (::getrlimit(what, &now) != 0) return;
    now.rlim_cur = std::min(most, now.rlim_max);
    ::setrlimit(what, &now);
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        auto const count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::string_view::size_type>(count));
    }
    return true;
}

/// What the child does.
[[noreturn]] void work_and_end(std::function<std::string()> const& work, unsigned seconds, int answer) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read the answer
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, seconds);
    for (int const signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM, SIGXCPU}) std::signal(signal, SIG_DFL);
    // The C library says on standard error what it found; people get one line from the parent.
    int const nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    try {
        ::_exit(write_all(answer, work()) ? 0 : 1);
    } catch (...) { ::_exit(1); }
}

/// Waits for the child; throws where it has not answered.
void wait_for(pid_t child, unsigned seconds) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw process_failure(fmt::format("was lost ({})", std::generic_category().message(errno)));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        throw process_failure(fmt::format("did not come to an end in {} s", seconds));
    if (WIFSIGNALED(status)) throw process_failure(fmt::format("crashed ({})", ::strsignal(WTERMSIG(status))));
    if (status != 0) throw process_failure("ended without an answer");
}

/// What `work` returns, computed in a process of its own, which may use this many seconds of processor time. Throws `process_failure` where
/// that ends without an answer: `work` must not throw. Throws `error` where the system has no process to give.
inline file_bytes in_own_process(std::function<std::string()> const& work, unsigned seconds) {
    auto const refuse = [] {
        throw error(fmt::format("a process for reading netCDF cannot be started: {}; stop others, or raise the limit (ulimit -u)",
                                std::generic_category().message(errno)));
    };
    descriptor const answer{::memfd_create("answer", MFD_CLOEXEC)};
    if (answer.number < 0) refuse();
    pid_t const child = ::fork();
    if (child < 0) refuse();
    if (child == 0) work_and_end(work, seconds, answer.number);
    wait_for(child, seconds);
    return file_bytes(fmt::format("/proc/self/fd/{}", answer.number));
}

}  // namespace firefly
