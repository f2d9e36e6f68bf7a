#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace {

firefly::file_data read(std::string_view text, firefly::read_options const& options) {
    temporary_directory const directory;
    return firefly::read_csv(directory.write("wells.csv", text), options);
}

std::string refusal(std::string_view text, firefly::read_options const& options) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

firefly::read_options const numeric{.target = "y", .intercept = false, .kind = firefly::target_kind::numeric};

}  // namespace

TEST_CASE("rows with a missing cell in a used column are dropped on request, and counted") {
    std::string_view const text = "y,a,b,unused\n1,2,3,NA\n,5,6,1\n7,NA,9,1\n10,11,12,\n13,14,\"\",1\n";
    auto options = numeric;
    options.features = {"a", "b"};
    options.missing = firefly::missing_cells::drop;
    auto const data = read(text, options);
    CHECK(data.dropped == 3);
    CHECK(numbers(data.target) == std::vector<double>{1, 10});
    CHECK(numbers(data.features) == std::vector<double>{2, 3, 11, 12});
    CHECK(refusal("y,a\n1,NA\n2,\n", {.target = "y", .missing = firefly::missing_cells::drop}) ==
          "wells.csv: every row has a missing cell; leave out the columns that lack them");
    CHECK(refusal("y,a\n1,inf\n", {.target = "y", .missing = firefly::missing_cells::drop})
              .starts_with("wells.csv:2: column \"a\" is not finite"));
}
