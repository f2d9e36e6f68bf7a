#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;
using firefly::broken_pipe;
using firefly::output_error;

namespace {

/// Standard output goes to this descriptor while it lives.
class redirected {
public:
    explicit redirected(int to) {
        std::fflush(stdout);
        before_ = ::dup(STDOUT_FILENO);
        ::dup2(to, STDOUT_FILENO);
        ::close(to);
    }
    ~redirected() {
        std::fflush(stdout);
        ::dup2(before_, STDOUT_FILENO);
        ::close(before_);
        std::clearerr(stdout);
    }

private:
    int before_;
};

}  // namespace

TEST_CASE("control characters do not reach the screen, but line breaks do") {
    captured const output(stdout), errors(stderr);
    say("one\ntwo\x1b[31m\n");
    say_aside("aside\x07\n");
    CHECK(output.text() == "one\ntwo\\x1b[31m\n");
    CHECK(errors.text() == "aside\\x07\n");
}

TEST_CASE("data for other programs are as they are") {
    captured const output(stdout);
    say_data("a,\x1b\n");
    CHECK(output.text() == "a,\x1b\n");
}

TEST_CASE("standard output that cannot be written is an error") {
    std::string few, many;
    {
        redirected const full(::open("/dev/full", O_WRONLY));
        few = complaint<output_error>([] {
            say("few words\n");
            finish_saying();
        });
    }
    {
        redirected const full(::open("/dev/full", O_WRONLY));
        many = complaint<output_error>([] {
            for (int i = 0; i < 100'000; ++i) say("many words\n");
        });
    }
    CHECK(few == "standard output: cannot be written: No space left on device");
    CHECK(many == few);
}

TEST_CASE("a pipe that nobody reads is no other error") {
    auto const handler = std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    ::close(ends[0]);
    bool is_broken = false;
    {
        redirected const pipe(ends[1]);
        try {
            say("words\n");
            finish_saying();
        } catch (broken_pipe const&) { is_broken = true; }
    }
    std::signal(SIGPIPE, handler);
    CHECK(is_broken);
}
