#include <doctest/doctest.h>

#include <string>

import firefly.program.input;

using namespace firefly::program;

TEST_CASE("priors have the names of the command line") {
    CHECK(name_of(prior_kind::gaussian) == "gaussian");
    CHECK(name_of(prior_kind::laplace) == "laplace");
}

TEST_CASE("columns are centred unless there is no intercept or they are to stay where they are") {
    sample_options options;
    CHECK(options.is_centred());
    options.no_intercept = true;
    CHECK_FALSE(options.is_centred());
    options.no_intercept = false;
    options.no_center = true;
    CHECK_FALSE(options.is_centred());
}

TEST_CASE("a name with {rank} is another for each process") {
    sample_options options;
    options.data = "part_{rank}.csv";
    CHECK(options.has_files_of_processes());
    CHECK(sample_options::of_process(options.data, 3) == "part_3.csv");
    CHECK(sample_options::of_process("whole.csv", 3) == "whole.csv");
    options.data = "whole.csv";
    CHECK_FALSE(options.has_files_of_processes());
}
