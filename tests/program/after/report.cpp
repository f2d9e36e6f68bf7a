#include <doctest/doctest.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.output;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

namespace {

std::string page_of(stored_draws const& draws) {
    temporary_directory const directory;
    captured const output(stdout);
    auto const lines = summarise_draws(draws);
    write_report((directory / "page.html").string(), draws, lines, find_problems(draws, lines));
    CHECK(output.text() == "");
    return read_bytes(directory / "page.html");
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a report is one page with all its sections") {
    auto draws = made_draws();
    draws.facts.emplace_back("brightest", "17:0.93 5:0.2 | 17:0.9 | none | 17:0.5");
    auto const page = page_of(draws);
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.ends_with("</html>\n"));
    CHECK(page.find("<h1>Logistic regression</h1>") != std::string::npos);
    CHECK(page.find("vote explained by 1000 rows. 4 chains of 500 draws") != std::string::npos);
    CHECK(page.find("No problems found.") != std::string::npos);
    for (char const* const heading : {"Is anything wrong?", "What was run", "Forecast and observation", "Parameters", "Chains",
                                      "Along the chains", "The data most often bright"}) {
        CAPTURE(heading);
        CHECK(page.find(std::string(">") + heading + "</h2>") != std::string::npos);
    }
    CHECK(page.find("<tr><th scope=\"row\">17</th><td>0.583</td>") != std::string::npos);
    CHECK(count(page, "<figcaption>Trace of ") == 3);
    CHECK(count(page, "<script") == 0);
    CHECK(count(page, "<section") == count(page, "</section>"));
    CHECK(count(page, "<details") == count(page, "</details>"));
}

TEST_CASE("names from files are not taken for HTML, and findings are shown") {
    auto draws = made_draws(1, 2000);
    draws.parameters[0].labels[0][1] = "<script>alert(1)</script>";
    auto const page = page_of(draws);
    CHECK(count(page, "<script") == 0);
    CHECK(page.find("&lt;script&gt;") != std::string::npos);
    CHECK(page.find("<div class=\"finding note\"><strong>Note:</strong> There is one chain only") != std::string::npos);
}

TEST_CASE("draws of another program have no forecast to compare with") {
    auto draws = made_draws();
    draws.facts.clear();
    auto const page = page_of(draws);
    CHECK(page.find("<h1>Draws</h1>") != std::string::npos);
    CHECK(page.find("Forecast and observation") == std::string::npos);
    CHECK(page.find("The data most often bright") == std::string::npos);
}

TEST_CASE("of very many parameters the worst are plotted") {
    auto draws = made_draws(2, 60);
    auto& variable = draws.parameters[0];
    variable.labels[0].clear();
    for (std::size_t i = 0; i < 50; ++i) variable.labels[0].push_back("p" + std::to_string(i));
    for (std::size_t c = 0; c < 2; ++c) {
        made_normals normal(c + 3);
        variable.chains[c].clear();
        for (std::size_t i = 0; i < 60 * 50; ++i) variable.chains[c].push_back(normal() + (i % 50 == 7 && c == 1 ? 9 : 0));
    }
    auto const page = page_of(draws);
    CHECK(count(page, "<figcaption>Trace of ") == 40);
    CHECK(page.find("<details open><summary><b>p7</b>") != std::string::npos);
}

TEST_CASE("a report of files is written beside them, and never over them") {
    temporary_directory const directory;
    write_stan_csv(directory / "draws.csv", made_draws(1, 50));
    captured const output(stdout);
    auto const draws = (directory / "draws.csv").string();
    report_files({.files = {draws}, .output = (directory / "page.html").string()});
    CHECK(read_bytes(directory / "page.html").starts_with("<!doctype html>"));
    CHECK(complaint<invalid_argument>([&] { report_files({.files = {draws}, .output = draws}); }) ==
          "draws.csv: is read and written; give the result another name");
}
