#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

import firefly;
import firefly.program.run;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a description is written with all its parts, and reads back as it was") {
    run_description const written{.data_hash = 0x0123456789abcdef,
                                  .fingerprint = 42,
                                  .parameters = {coefficients({"(intercept)", "x"}, {"a", "b", ""}), {.name = "sigma"}},
                                  .metadata = {{"model", "softmax"}, {"", "a fact without a name"}}};
    static_assert(std::tuple_size_v<decltype(run_description::members(written))> == 4);
    byte_writer out;
    out.put(written);
    run_description read;
    byte_reader in(out.bytes());
    in.get(read);
    CHECK(in.at_end());
    CHECK(read.data_hash == written.data_hash);
    CHECK(read.fingerprint == written.fingerprint);
    CHECK(read.metadata == written.metadata);
    REQUIRE(read.parameters.size() == 2);
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(stored_variable::members(read.parameters[i]) == stored_variable::members(written.parameters[i]));
    CHECK(read.size() == 7);
}

TEST_CASE("a description that was cut is refused") {
    byte_writer out;
    out.put(run_description{.parameters = {{.name = "x"}}});
    std::string const bytes = out.bytes().substr(0, out.bytes().size() - 1);
    run_description read;
    byte_reader in(bytes);
    CHECK_THROWS_AS(in.get(read), data_error);
}
