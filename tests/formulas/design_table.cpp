#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/reference_file.hpp"

#include "formulas/flights.hpp"

using namespace firefly;
using names = std::vector<std::string>;

namespace {

/// The table of the reference, read as a user would give it.
column_table reference_table() {
    std::ifstream in = testing::reference_file("reference/designs.csv");
    std::string line, cell;
    std::vector<table_column> columns;
    std::getline(in, line);
    for (std::istringstream header(line); std::getline(header, cell, ',');) columns.push_back({.name = cell});
    while (std::getline(in, line)) {
        std::istringstream cells(line);
        for (auto& column : columns) {
            std::getline(cells, cell, ',');
            bool const is_text = column.name == "origin" || column.name == "dest" || column.name == "time";
            if (is_text)
                column.texts.push_back(cell);
            else
                column.numbers.push_back(std::stod(cell));
        }
    }
    return column_table(std::move(columns));
}

}  // namespace

TEST_CASE("designs are those of formulaic: names, columns and numbers") {
    column_table const data = reference_table();
    REQUIRE(data.rows() == 40);
    std::ifstream in = testing::reference_file("reference/designs.txt");
    std::string formula, line;
    std::size_t count = 0;
    while (std::getline(in, formula)) {
        CAPTURE(formula);
        ++count;
        design const made(data, formula);
        auto const features = made.rows(data).features;
        std::getline(in, line);
        names expected;
        std::istringstream header(line);
        for (std::string name; std::getline(header, name, '\t');) expected.push_back(name == "Intercept" ? "(intercept)" : name);
        REQUIRE(made.features() == expected);
        double worst = 0;
        for (std::size_t i = 0; i < 40; ++i) {
            std::getline(in, line);
            std::istringstream numbers(line);
            for (std::size_t j = 0; j < expected.size(); ++j) {
                double value = 0;
                numbers >> value;
                worst = std::max(worst, std::abs(features(i, j) - value) / std::max(1.0, std::abs(value)));
            }
        }
        CHECK(worst <= 1e-12);
    }
    CHECK(count == 39);
}
