#include <doctest/doctest.h>

#include <string>

import firefly.program.input;

using namespace firefly::program;

TEST_CASE("models and priors have the names of the command line") {
    CHECK(name_of(model_kind::logistic) == "logistic");
    CHECK(name_of(model_kind::softmax) == "softmax");
    CHECK(name_of(model_kind::robust) == "robust");
    CHECK(name_of(prior_kind::gaussian) == "gaussian");
    CHECK(name_of(prior_kind::laplace) == "laplace");
}

TEST_CASE("a single choice about the sampler takes it from the plan") {
    sample_options const nothing;
    CHECK(nothing.leaves_the_choice());
    CHECK_FALSE(nothing.is_regular());
    for (auto const member : {&sample_options::algorithm, &sample_options::anchor, &sample_options::bound, &sample_options::region,
                              &sample_options::kernel, &sample_options::updater, &sample_options::start}) {
        sample_options options;
        options.*member = "regular";
        CHECK_FALSE(options.leaves_the_choice());
    }
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
