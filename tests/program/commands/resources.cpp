/// White box: a unit of the module, since only commands claim anything.
module;
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <new>
#include <string>
#include <system_error>

#include "support/temporary_directory.hpp"

module firefly.program.commands;

import firefly;
import firefly.program.run;

using namespace firefly;
using namespace firefly::program;

/// Terabytes under a sanitizer.
static rlim_t addresses_in_use() {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

TEST_CASE("threads and memory that are there are claimed without a word") {
    claim_resources(1);
    claim_resources(4);
}

TEST_CASE("what the limit of addresses has no room for is refused at once, with the sizes and what to do") {
    rlimit before{};
    ::getrlimit(RLIMIT_AS, &before);
    rlimit const limited{addresses_in_use() + (rlim_t{1} << 34), before.rlim_max};
    if (::setrlimit(RLIMIT_AS, &limited) != 0) return;
    auto const words = complaint<run_failure>([] { claim_resources(1000); });
    ::setrlimit(RLIMIT_AS, &before);
    CHECK(words.starts_with("linear algebra in 1000 threads needs room for 132.8 GiB more, and this process may have "));
    CHECK(words.ends_with(" GiB in all (ulimit -v); raise the limit, or ask for fewer threads (--threads)"));
}

TEST_CASE("memory and threads that run out are named as such") {
    auto const of_memory = cause_in_words(std::bad_alloc());
    CHECK(of_memory.starts_with("memory ran out: there are "));
    CHECK(of_memory.find("--features") != std::string::npos);
    CHECK(
        cause_in_words(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))) ==
        "a thread could not be started: Resource temporarily unavailable; ask for fewer (--threads), or raise the limit of processes "
        "(ulimit -u)");
    CHECK(cause_in_words(data_error({.file = "x.csv", .what = "is odd", .setting = "features"})) == "x.csv: is odd (--features)");
    CHECK(cause_in_words(output_error("x: cannot be written")) == "x: cannot be written");
}
