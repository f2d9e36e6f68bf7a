#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.numeric;
import firefly.tables;
import firefly.formulas;

/// A small table: numbers, categories and times.
inline firefly::column_table flights() {
    return firefly::column_table({{.name = "delay", .numbers = {3, -1, 20, 7, 0, 5}},
                                  {.name = "distance", .numbers = {300, 500, 1200, 800, 450, 2100}},
                                  {.name = "hour", .numbers = {6, 9, 9, 13, 18, 22}},
                                  {.name = "origin", .texts = {"ORD", "ATL", "DFW", "ATL", "ORD", "DFW"}},
                                  {.name = "time",
                                   .texts = {"2001-01-01", "2001-02-03T04:05", "2000-02-29 23:59:59", "2001-07-08T12:00",
                                             "1999-12-31T09:30", "2001-03-04T05:06"}},
                                  {.name = "my col", .numbers = {1, 2, 3, 4, 5, 6}}});
}

/// What is said of a formula on these flights: two lines.
inline std::string complaint_of(std::string_view formula) {
    return complaint<firefly::formula_error>([&] { firefly::design(flights(), formula).rows(flights()); });
}

/// The names of the features.
inline std::vector<std::string> features_of(std::string_view formula) {
    return firefly::design(flights(), formula).features();
}

/// Column j of the features.
inline std::vector<double> column_of(std::string_view formula, std::size_t j) {
    auto const data = firefly::design(flights(), formula).rows(flights());
    std::vector<double> result;
    for (std::size_t i = 0; i < data.features.shape(0); ++i) result.push_back(data.features(i, j));
    return result;
}
