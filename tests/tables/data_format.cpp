#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

TEST_CASE("the format of a file is known by its name, or given") {
    using enum firefly::data_format;
    using firefly::format_of_name;
    for (auto const& [name, format] : {std::pair{"x.csv", csv},
                                       {"X.CSV.GZ", csv},
                                       {"x.npy", npy},
                                       {"x.idx", idx},
                                       {"t10k-images-idx3-ubyte.gz", idx},
                                       {"t10k-images.idx3-ubyte", idx},
                                       {"a.libsvm", libsvm},
                                       {"a.svm.gz", libsvm},
                                       {"a.svmlight", libsvm}})
        CHECK(format_of_name(name) == format);
    for (auto const* name : {"x.txt", "x", "gz", ".gz", "3", ""}) CHECK(!format_of_name(name));

    temporary_directory const directory;
    auto const path = directory.write("a9a", "1 1:2\n0 1:3\n");
    CHECK(firefly::read_data(path, {.target = ""}, libsvm).target.size() == 2);
    CHECK(
        complaint<firefly::data_error>([&] { firefly::read_data(path, {.target = ""}); }) ==
        "a9a: cannot tell the format from the name; use one that ends in .csv, .npy, .idx, -ubyte or .libsvm (also with .gz), or give the format");
}
