#include <doctest/doctest.h>

#include <string>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;

TEST_CASE("one process alone has all rows") {
    temporary_directory const directory;
    processes const alone;
    sample_options options;
    options.data = directory.write("table.csv", "y,a\nno,1\nyes,2\nno,4\n").string();
    options.target = "y";
    CHECK(read_share(options, alone).rows.rows() == 3);
}

TEST_CASE("files of several processes are refused where there is one") {
    processes const alone;
    sample_options options;
    options.data = "part_{rank}.csv";
    CHECK(complaint<firefly::invalid_argument>([&] { read_share(options, alone); }) ==
          "--data part_{rank}.csv: each process has a file of its own, and there is one process; start several with mpirun, or "
          "give the name of one file");
}
