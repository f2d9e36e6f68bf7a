module;
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <fstream>
#include <latch>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;

// OpenBLAS's own. Weak: with another BLAS there are none, and nothing is to be claimed.
extern "C" [[gnu::weak]] void* blas_memory_alloc(int);
extern "C" [[gnu::weak]] void blas_memory_free(void*);

namespace firefly::program {

namespace {

constexpr std::size_t blas_buffer = std::size_t{128} << 20;  // of OpenBLAS 0.3 on x86-64
constexpr std::size_t thread_stack = std::size_t{8} << 20;   // what Linux gives a thread unless `ulimit -s` says otherwise
constexpr std::size_t most_buffers = 128;  // OpenBLAS has a table of them, whose length depends on how it was built

bool is_limited(decltype(RLIMIT_AS) what) {
    rlimit limit{};
    return ::getrlimit(what, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Whether the system may refuse memory that nobody has written to yet.
bool are_addresses_limited() {
    int overcommit = 0;  // 2: the system promises no more than it has
    std::ifstream("/proc/sys/vm/overcommit_memory") >> overcommit;
    return is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA) || overcommit == 2;
}

/// How much there is in all, and why.
std::string limit_in_words() {
    std::string const all = in_bytes(static_cast<double>(machine_memory()));
    return is_limited(RLIMIT_AS) ? fmt::format("this process may have {} in all (ulimit -v)", all)
                                 : fmt::format("there are {} in all", all);
}

/// At once; then it is given back.
bool is_to_be_had(std::size_t bytes) {
    void* const start = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return false;
    ::munmap(start, bytes);
    return true;
}

void claim_threads(std::size_t threads) {
    std::latch all_started(1);
    std::vector<std::jthread> trial;
    std::error_code failure;
    try {
        while (trial.size() < threads) trial.emplace_back([&] { all_started.wait(); });
    } catch (std::system_error const& refusal) { failure = refusal.code(); }
    all_started.count_down();
    if (failure)
        throw run_failure(
            fmt::format("of {} thread{} {} can be started: {}; raise the limit of processes (ulimit -u) or of memory (ulimit -v){}",
                        threads, threads == 1 ? "" : "s", trial.size(), failure.message(),
                        threads == 1 ? "" : ", or ask for fewer threads (--threads)"));
}

void claim_memory(std::size_t threads) {
    if (blas_memory_alloc == nullptr || blas_memory_free == nullptr || !are_addresses_limited()) return;
    std::size_t const needed = threads * (blas_buffer + thread_stack);
    if (!is_to_be_had(needed))
        throw run_failure(fmt::format("linear algebra in {} thread{} needs room for {} more, and {}; raise the limit{}", threads,
                                      threads == 1 ? "" : "s", in_bytes(static_cast<double>(needed)), limit_in_words(),
                                      threads == 1 ? "" : ", or ask for fewer threads (--threads)"));
    std::vector<void*> buffers(std::min(threads, most_buffers));
    for (void*& buffer : buffers) buffer = blas_memory_alloc(1);
    for (void* const buffer : buffers) blas_memory_free(buffer);
}

}  // namespace

void claim_resources(std::size_t threads) {
    claim_memory(threads);
    claim_threads(threads);
}

std::string cause_in_words(std::exception const& failure) {
    if (auto const* const of_data = dynamic_cast<data_error const*>(&failure)) return in_words(*of_data);
    if (dynamic_cast<std::bad_alloc const*>(&failure))
        return fmt::format(
            "memory ran out: {}; use fewer columns (--features), fewer draws (--thin) or fewer threads (--threads), or keep the data in "
            "a store (firefly convert)",
            limit_in_words());
    auto const* const of_system = dynamic_cast<std::system_error const*>(&failure);
    if (of_system && of_system->code() == std::errc::resource_unavailable_try_again)
        return fmt::format(
            "a thread could not be started: {}; ask for fewer (--threads), or raise the limit of processes (ulimit -u)",
            of_system->code().message());
    return failure.what();
}

}  // namespace firefly::program
