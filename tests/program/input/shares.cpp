#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;

namespace {

sample_options three_rows(temporary_directory const& directory) {
    sample_options options;
    options.data = directory.write("table.csv", "y,a\nno,1\nyes,2\nno,6\n").string();
    options.target = "y";
    return options;
}

}  // namespace

TEST_CASE("one process alone has all rows") {
    temporary_directory const directory;
    processes const alone;
    CHECK(read_share(three_rows(directory), alone).rows.rows() == 3);
}

TEST_CASE("columns are centred and standardized as the options say, and come with their way back") {
    temporary_directory const directory;
    processes const alone;
    auto options = three_rows(directory);
    auto const centred = read_share(options, alone);
    CHECK(centred.to_data_scale.columns().centre()(1) == 3);
    CHECK(centred.to_data_scale.columns().deviation().size() == 0);
    firefly::block_buffer buffer;
    CHECK(centred.rows.block(0, buffer).rows.common.row(2)[1] == 3);
    options.standardize = true;
    CHECK(read_share(options, alone).to_data_scale.columns().deviation()(1) == doctest::Approx(std::sqrt(7)));
    options.no_center = true;
    CHECK(read_share(options, alone).to_data_scale.columns().centre()(1) == 0);
    options.standardize = false;
    CHECK_FALSE(read_share(options, alone).to_data_scale.changes());
    options.no_center = false;
    options.no_intercept = true;
    CHECK_FALSE(read_share(options, alone).to_data_scale.changes());
}

TEST_CASE("files of several processes are refused where there is one") {
    processes const alone;
    sample_options options;
    options.data = "part_{rank}.csv";
    CHECK(complaint<firefly::invalid_argument>([&] { read_share(options, alone); }) ==
          "--data part_{rank}.csv: each process has a file of its own, and there is one process; start several with mpirun, or "
          "give the name of one file");
}
