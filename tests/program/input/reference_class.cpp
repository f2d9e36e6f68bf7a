#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("the reference is the class that is asked for, or the first") {
    std::vector<std::string> const classes{"a", "b", "c"};
    CHECK(reference_class(classes, {}) == 0);
    CHECK(reference_class(classes, "a") == 0);
    CHECK(reference_class(classes, "c") == 2);
    CHECK(complaint<invalid_argument>([&] { reference_class(classes, "B"); }) ==
          "--reference \"B\": no such class; the classes are \"a\", \"b\", \"c\"");
}
