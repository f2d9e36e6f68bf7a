/// In teams of threads. `tests/mpi.cpp` does the same in teams of processes.
#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/team_checks.hpp"
#include "support/thread_team.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("tables and clocks of a team read as those of somebody alone") {
    check_in_teams(check_tables);
}

TEST_CASE("alone a table is an array of its numbers, which copies share") {
    shared_table<float> const table({0, 3, 3}, {0.5f, -2, 7});
    CHECK(table.size() == 3);
    REQUIRE(table.data() != nullptr);
    CHECK(table[1] == -2);
    auto const copy = table;
    CHECK(copy.data() == table.data());
    std::vector<double> read(4);
    table.read(std::vector<row_index>{2, 0, 2, 1}, std::span(read));
    CHECK(read == std::vector<double>{7, 0.5, 7, -2});
    CHECK(shared_table<float>().size() == 0);
}

TEST_CASE("in a team a table has no array; its pages are read whole, with zeros beyond the last datum") {
    run_as_team(2, [](shared_team const& crew) {
        using table_type = shared_table<std::uint16_t>;
        row_index const rows = block_rows + 10, first = crew->rank() == 0 ? 0 : block_rows,
                        last = crew->rank() == 0 ? block_rows : rows;
        auto const parts = std::make_shared<row_partition const>(crew, std::vector<row_index>{0, block_rows, rows});
        std::vector<std::uint16_t> mine;
        for (row_index n = first; n < last; ++n) mine.push_back(static_cast<std::uint16_t>(n + 1));
        table_type const table({first, last, rows, parts}, std::move(mine));
        CHECK(table.data() == nullptr);
        CHECK(table.size() == rows);
        std::size_t const last_page = block_rows / table_type::page_size;
        std::vector<std::size_t> const wanted{1, last_page, 1};
        table.want(wanted);
        table_type::page page;
        table.read_page(1, page);
        for (std::size_t i = 0; i < page.size(); ++i) CHECK(page[i] == table_type::page_size + i + 1);
        table.read_page(last_page, page);
        for (std::size_t i = 0; i < page.size(); ++i) CHECK(page[i] == (i < 10 ? block_rows + i + 1 : 0));
        crew->meet();  // nobody's window goes while another reads it
    });
}
