#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.run;

using namespace firefly::program;

namespace {

checkpoint some_run() {
    checkpoint saved;
    saved.arguments = {"--data=wells.csv", "--draws=10"};
    saved.directory = "/home/somebody";
    saved.description = {.data_hash = 0x0123456789abcdef,
                         .fingerprint = 42,
                         .parameters = {firefly::coefficients({"(intercept)", "x"})},
                         .metadata = {{"model", "logistic"}, {"seed", "1"}}};
    saved.chains = {{std::string("st\0te", 5), {.kept = 3, .warm_up_iterations = 10, .iterations = 3, .queries = 0.125}}, {}};
    return saved;
}

}  // namespace

TEST_CASE("a run reads back from its checkpoint as it was") {
    temporary_directory const directory;
    auto const path = directory / "run.checkpoint";
    auto const saved = some_run();
    write_checkpoint(path, saved);
    auto const got = read_checkpoint(path);
    CHECK(got.arguments == saved.arguments);
    CHECK(got.directory == saved.directory);
    CHECK(got.description.data_hash == 0x0123456789abcdef);
    CHECK(got.description.fingerprint == 42);
    REQUIRE(got.description.parameters.size() == 1);
    CHECK(got.description.parameters[0].labels == saved.description.parameters[0].labels);
    CHECK(got.description.metadata == saved.description.metadata);
    REQUIRE(got.chains.size() == 2);
    CHECK(got.chains[0].state == std::string("st\0te", 5));
    CHECK(got.chains[0].result.kept == 3);
    CHECK(got.chains[0].result.warm_up_iterations == 10);
    CHECK(got.chains[0].result.queries == 0.125);
    CHECK(got.chains[1].state.empty());
}

TEST_CASE("a file that is no checkpoint, or is damaged, is refused") {
    temporary_directory const directory;
    write_checkpoint(directory / "run.checkpoint", some_run());
    std::string bytes = read_bytes(directory / "run.checkpoint");
    bytes[bytes.size() / 2] ^= 1;
    CHECK_THROWS_AS(read_checkpoint(directory.write("damaged", bytes)), firefly::data_error);
    CHECK_THROWS_AS(read_checkpoint(directory.write("other", "y,x\n1,2\n")), firefly::data_error);
    CHECK_THROWS_AS(read_checkpoint(directory / "none"), firefly::data_error);
}
