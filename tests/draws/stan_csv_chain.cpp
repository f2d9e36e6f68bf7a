#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;

namespace fs = std::filesystem;
using firefly::stored_draws;

namespace {

stored_draws read(std::vector<fs::path> const& paths) {
    return firefly::read_stan_csv(paths);
}

std::string refusal(temporary_directory const& directory, std::string const& bytes) {
    return complaint<firefly::data_error>([&] { read({directory.write("draws.csv", bytes)}); });
}

}  // namespace

TEST_CASE("a file of draws that cannot be used is refused in one line with the line and what to do") {
    temporary_directory const directory;
    CHECK(refusal(directory, "") == "draws.csv: there is no line of column names; give draws in Stan CSV or netCDF");
    CHECK(refusal(directory, "# comment\n") == "draws.csv: there is no line of column names; give draws in Stan CSV or netCDF");
    CHECK(refusal(directory, "lp__,x\n") == "draws.csv: there are no draws; let the run go on for longer");
    CHECK(refusal(directory, "# save_warmup = 1\n# num_warmup = 2\nlp__,x\n1,2\n1,2\n") ==
          "draws.csv: there are no draws after warm-up; let the run go on for longer");
    CHECK(refusal(directory, "#save_warmup=1\n#num_warmup=2\nlp__,x\n1,2\n1,2\n") ==
          "draws.csv: there are no draws after warm-up; let the run go on for longer");
    CHECK(refusal(directory, "lp__,x\n1,2\n1\n") ==
          "draws.csv:3: 1 field where the line of names has 2; remove the line if the file was cut off there, or copy it again");
    CHECK(refusal(directory, "lp__,x\n1,2,3\n") ==
          "draws.csv:2: 3 fields where the line of names has 2; remove the line if the file was cut off there, or copy it again");
    CHECK(refusal(directory, "# c\nlp__,x\n1,abc\n") ==
          "draws.csv:3: column \"x\" is not a number (\"abc\"); give draws in Stan CSV or netCDF");
    CHECK(refusal(directory, "lp__,x\n1,2\n1,2\n1,2,3,4\n") ==
          "draws.csv:4: 4 fields where the line of names has 2; remove the line if the file was cut off there, or copy it again");
    for (auto const& [row, field] : {std::pair{"1,2abc", "2abc"}, {"1,", ""}, {"1, ", ""}, {"1,2 3", "2 3"}})
        CHECK(refusal(directory, "lp__,x\n" + std::string(row) + "\n") ==
              "draws.csv:2: column \"x\" is not a number (\"" + std::string(field) + "\"); give draws in Stan CSV or netCDF");
    CHECK(refusal(directory, "lp__,x,y\n1,,3\n") ==
          "draws.csv:2: column \"x\" is not a number (\"\"); give draws in Stan CSV or netCDF");
    CHECK(refusal(directory, "1,2\n3,4\n") ==
          "draws.csv:1: \"1\" where a name of a column is due; give draws in Stan CSV, with a line of names above them");
    for (std::string const method : {"optimize", "variational", "diagnose"})
        CHECK(refusal(directory, "# method = " + method + "\nlp__,x\n1,2\n") ==
              "draws.csv:2: the file holds the output of method = " + method + "; give one of method = sample");
    CHECK(refusal(directory, "lp__\n1\n") == "draws.csv: there is no column of a parameter; give draws in Stan CSV");
}

TEST_CASE("rows above the end of adaptation are warm-up, or as many as the comments promise") {
    temporary_directory const directory;
    std::string const rows = "lp__,x\n1,2\n3,4\n5,6\n";
    CHECK(read({directory.write("a.csv", rows)}).warm_up_length() == 0);
    auto const promised = read({directory.write("b.csv", "# save_warmup = true\n# thin = 2\n# num_warmup = 3\n" + rows)});
    CHECK(promised.warm_up_length() == 2);
    CHECK(read({directory.write("d.csv", "# save_warmup = 1\n" + rows)}).warm_up_length() == 0);
    CHECK(read({directory.write("d.csv", "# save_warmup = 0\n# num_warmup = 2\n" + rows)}).warm_up_length() == 0);
    CHECK(read({directory.write("d.csv", "# save_warmup = 1\n# num_warmup = 2\n" + rows)}).warm_up_length() == 2);
    CHECK(read({directory.write("d.csv", "# save_warmup = 1\n# thin = 0\n# num_warmup = 2\n" + rows)}).warm_up_length() == 2);
    CHECK(refusal(directory, "# save_warmup = 1\n# num_warmup = 5\n" + rows) ==
          "draws.csv: there are no draws after warm-up; let the run go on for longer");
    CHECK(promised.parameters[0].chains[0] == std::vector<double>{6});
    auto const marked =
        read({directory.write("c.csv", "# save_warmup = 1\n# num_warmup = 2\nlp__,x\n1,2\n# Adaptation terminated\n3,4\n")});
    CHECK(marked.parameters[0].warm_up[0] == std::vector<double>{2});
    CHECK(marked.parameters[0].chains[0] == std::vector<double>{4});
}

TEST_CASE("lines may end as on Windows, a file may begin with a byte order mark, and numbers may be none") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "\xEF\xBB\xBFlp__,x\r\n1, +Infinity\r\n\r\n-nan,-INF\r\n")});
    CHECK(draws.length() == 2);
    CHECK(draws.statistics[0].name == "lp__");
    CHECK(draws.parameters[0].chains[0] == std::vector{firefly::infinity, -firefly::infinity});
    CHECK(draws.sampling_seconds.empty());
}

TEST_CASE("blanks around a number are no part of it, before a comma and at the end") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "lp__,x,y\n 1 ,2 , 3 \n-inf , nan ,4\n")});
    CHECK(draws.statistics[0].chains[0] == std::vector{1, -firefly::infinity});
    CHECK(draws.parameters[1].chains[0] == std::vector<double>{3, 4});
}

TEST_CASE("a comment without a value says nothing") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "# firefly_note\n# firefly_rows = 7\nlp__,x\n1,2\n")});
    CHECK(draws.facts == firefly::fact_list{{"rows", "7"}});
}
