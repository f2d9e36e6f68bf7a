/// The page of a report. Brings imports with it: include it after every other header.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

#include "support/made_draws.hpp"

import firefly.program.output;
import firefly.program.after;

inline std::string page_of(firefly::stored_draws const& draws) {
    using namespace firefly::program;
    temporary_directory const directory;
    captured const output(stdout);
    auto const found = summarise_with_contrasts(draws);
    write_report((directory / "page.html").string(), draws, found, find_problems(draws, found));
    CHECK(output.text() == "");
    return read_bytes(directory / "page.html");
}

inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}
