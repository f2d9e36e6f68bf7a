#include <doctest/doctest.h>

#include <string>
#include <type_traits>

import firefly.numeric;

TEST_CASE("an error of data carries its parts, and its message is one line made of them") {
    firefly::data_error const whole(firefly::data_fault{.file = "wells.csv",
                                                        .line = 3,
                                                        .column = "dist",
                                                        .what = "column \"dist\" is empty",
                                                        .remedy = "fill the cell",
                                                        .setting = "missing"});
    CHECK(whole.what() == std::string("wells.csv:3: column \"dist\" is empty; fill the cell"));
    firefly::data_error const copy = whole;
    CHECK(copy.fault().file == "wells.csv");
    CHECK(copy.fault().line == 3);
    CHECK(copy.fault().column == "dist");
    CHECK(copy.fault().remedy == "fill the cell");
    CHECK(copy.fault().setting == "missing");
    CHECK(firefly::data_error(firefly::data_fault{.file = "x.npy", .row = 2, .what = "row 2 is odd"}).what() ==
          std::string("x.npy: row 2 is odd"));
}

TEST_CASE("an error of data may be a message alone") {
    firefly::data_error const plain("saved bytes end too early");
    CHECK(plain.what() == std::string("saved bytes end too early"));
    CHECK(plain.fault().what == "saved bytes end too early");
    CHECK(plain.fault().file.empty());
}

TEST_CASE("every error of firefly is caught as one, and copied without a throw") {
    using namespace firefly;
    CHECK(std::is_base_of_v<error, data_error>);
    CHECK(std::is_base_of_v<error, invalid_argument>);
    CHECK(std::is_base_of_v<error, numerical_error>);
    CHECK(std::is_base_of_v<error, output_error>);
    CHECK(std::is_nothrow_copy_constructible_v<data_error>);
}
