#include <doctest/doctest.h>

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
                                  .names = {"(intercept)", "x[\"a\"]"},
                                  .columns = {"(intercept)", "x"},
                                  .classes = {"a", "b", ""},
                                  .metadata = {{"model", "softmax"}, {"", "a fact without a name"}}};
    static_assert(std::tuple_size_v<decltype(run_description::members(written))> == 6);
    byte_writer out;
    out.put(written);
    run_description read;
    byte_reader in(out.bytes());
    in.get(read);
    CHECK(in.at_end());
    CHECK(run_description::members(read) == run_description::members(written));
}

TEST_CASE("parameters are coefficients, and cutpoints or the scale of the noise where there are more names") {
    run_description const plain{.names = {"a:x", "b:x"}, .columns = {"x"}, .classes = {"a", "b"}};
    REQUIRE(plain.parameters().size() == 1);
    CHECK(plain.parameters()[0].name == "W");
    run_description const ordered{.names = {"x", "cutpoint[1]", "cutpoint[2]"}, .columns = {"x"}};
    auto const parameters = ordered.parameters();
    REQUIRE(parameters.size() == 2);
    CHECK(parameters[0].name == "beta");
    CHECK(parameters[0].size() == 1);
    CHECK(parameters[1].size() == 2);
    for (std::size_t k = 0; k < 2; ++k) CHECK(parameters[1].element_name(k) == ordered.names[1 + k]);
    run_description const noisy{.names = {"x", "sigma"}, .columns = {"x"}};
    REQUIRE(noisy.parameters().size() == 2);
    CHECK(noisy.parameters()[1].size() == 1);
    CHECK(noisy.parameters()[1].dimensions.empty());
    CHECK(noisy.parameters()[1].element_name(0) == "sigma");
    run_description const named{.names = {"sigma"}, .columns = {"sigma"}};
    CHECK(named.parameters().size() == 1);
}

TEST_CASE("a description that was cut is refused") {
    byte_writer out;
    out.put(run_description{.names = {"x"}});
    std::string const bytes = out.bytes().substr(0, out.bytes().size() - 1);
    run_description read;
    byte_reader in(bytes);
    CHECK_THROWS_AS(in.get(read), data_error);
}
