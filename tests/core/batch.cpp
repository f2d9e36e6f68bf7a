#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;

using namespace firefly;

namespace {

struct note {
    double one = 0, other = 0;
    bool operator==(note const&) const = default;
};
using noted_rows = batch<notes_of<note>>;

/// `size` data with three columns, every number telling where it belongs.
noted_rows numbered(std::size_t size, double base) {
    noted_rows b(3);
    b.resize(size);
    b.notes.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        double const mark = base + 10.0 * static_cast<double>(i);
        b.index[i] = static_cast<row_index>(mark);
        for (std::size_t d = 0; d < 3; ++d) b.copy(i)[d] = mark + 0.1 * static_cast<double>(d);
        b.target[i] = mark + 0.4;
        b.notes[i] = {mark + 0.5, mark + 0.6};
    }
    return b;
}

bool same_datum(noted_rows const& a, std::size_t i, noted_rows const& b, std::size_t j) {
    for (std::size_t d = 0; d < 3; ++d)
        if (a.row(i)[d] != b.row(j)[d]) return false;
    return a.index[i] == b.index[j] && a.target[i] == b.target[j] && a.notes[i] == b.notes[j];
}

evaluation numbered_values(std::size_t size, double base) {
    evaluation e;
    e.resize(size, 2);
    for (std::size_t i = 0; i < size; ++i) {
        double const mark = base + 10.0 * static_cast<double>(i);
        e.delta[2 * i] = mark + 0.1;
        e.delta[2 * i + 1] = mark + 0.2;
        e.gap[i] = mark + 0.3;
        e.factor[i] = mark + 0.35;
        e.log_factor[i] = mark + 0.4;
    }
    return e;
}

}  // namespace

TEST_CASE("a new batch is empty and knows its columns") {
    noted_rows const b(3);
    CHECK(b.size() == 0);
    CHECK(b.columns() == 3);
    CHECK(b.list().size() == 0);
    CHECK(b.notes.size() == 0);
}

TEST_CASE("append copies every part of one datum of another batch to the end") {
    noted_rows const from = numbered(4, 100);
    noted_rows to = numbered(2, 500);
    noted_rows const before = to;
    to.append(from, 2);
    REQUIRE(to.size() == 3);
    CHECK(same_datum(to, 0, before, 0));
    CHECK(same_datum(to, 1, before, 1));
    CHECK(same_datum(to, 2, from, 2));
    CHECK(to.row(2).data() != from.row(2).data());
    CHECK(to.list().row(2)[2] == from.row(2)[2]);
}

TEST_CASE("rows that lie in memory are not copied, and stay what they are beside copies") {
    double const memory[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    noted_rows here(3);
    here.request(std::vector<row_index>{7, 8, 9});
    here.notes.resize(3);
    for (std::size_t i = 0; i < 3; ++i) here.refer(i, memory + 3 * i);
    CHECK(here.index == std::vector<row_index>{7, 8, 9});
    CHECK(here.list().columns == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(here.list().rows[i] == memory + 3 * i);

    noted_rows mixed = numbered(1, 500);
    mixed.append(here, 1);
    mixed.append(numbered(2, 100), 1);
    mixed.append(here, 2);
    noted_rows const before = mixed;  // a copy has copies of its own
    for (noted_rows const& some : {mixed, before}) {
        CHECK(same_datum(some, 0, numbered(1, 500), 0));
        CHECK(some.row(1).data() == memory + 3);
        CHECK(same_datum(some, 2, numbered(2, 100), 1));
        CHECK(some.row(3).data() == memory + 6);
        for (std::size_t i = 0; i < 4; ++i) CHECK(some.list().rows[i] == some.row(i).data());
    }
    CHECK(mixed.row(2).data() != before.row(2).data());
    mixed.replace_by_last(0);  // one that lies elsewhere in the place of a copy
    CHECK(mixed.row(0).data() == memory + 6);
    mixed.replace_by_last(1);  // and a copy in the place of one that does
    CHECK(same_datum(mixed, 1, numbered(2, 100), 1));
    REQUIRE(mixed.size() == 2);
    mixed.request(std::vector<row_index>{3});
    CHECK(mixed.copy(0).data() == mixed.row(0).data());
}

TEST_CASE("replace_by_last moves the last datum, whole, into the gap") {
    noted_rows const before = numbered(4, 100);
    noted_rows b = before;
    b.replace_by_last(1);
    REQUIRE(b.size() == 3);
    CHECK(same_datum(b, 0, before, 0));
    CHECK(same_datum(b, 1, before, 3));
    CHECK(same_datum(b, 2, before, 2));
    b.replace_by_last(2);
    REQUIRE(b.size() == 2);
    CHECK(same_datum(b, 1, before, 3));
    b.replace_by_last(0);
    b.replace_by_last(0);
    CHECK(b.size() == 0);
    CHECK(b.list().size() == 0);
    CHECK(b.notes.size() == 0);
}

TEST_CASE("a cleared batch has no rows and no notes, and takes new ones") {
    noted_rows const from = numbered(4, 100);
    noted_rows b = numbered(3, 500);
    b.clear();
    CHECK(b.size() == 0);
    CHECK(b.notes.size() == 0);
    b.append(from, 3);
    REQUIRE(b.size() == 1);
    CHECK(same_datum(b, 0, from, 3));
}

TEST_CASE("rows of several elements move whole, and an array that is not in use stays empty") {
    std::vector<int> const from{0, 1, 10, 11, 20, 21};
    std::vector<int> to{70, 71, 80, 81};
    append_row(to, from, 1, 2);
    CHECK(to == std::vector<int>{70, 71, 80, 81, 10, 11});
    replace_row_by_last(to, 0, 2);
    CHECK(to == std::vector<int>{10, 11, 80, 81});
    replace_row_by_last(to, 1, 2);
    CHECK(to == std::vector<int>{10, 11});
    std::vector<int> unused;
    append_row(unused, unused, 3, 2);
    replace_row_by_last(unused, 3, 2);
    CHECK(unused.empty());
}

TEST_CASE("an evaluation appends and replaces in step with its batch") {
    evaluation const from = numbered_values(4, 100);
    evaluation e = numbered_values(3, 500);
    e.append(from, 1, 2);
    REQUIRE(e.gap.size() == 4);
    CHECK(e.delta[6] == from.delta[2]);
    CHECK(e.delta[7] == from.delta[3]);
    CHECK(e.gap[3] == from.gap[1]);
    CHECK(e.factor[3] == from.factor[1]);
    CHECK(e.log_factor[3] == from.log_factor[1]);

    e.replace_by_last(0, 2);
    CHECK(e.gap.size() == 3);
    CHECK(e.delta[0] == from.delta[2]);
    CHECK(e.delta[1] == from.delta[3]);
    CHECK(e.gap[0] == from.gap[1]);
    CHECK(e.factor[0] == from.factor[1]);
    CHECK(e.log_factor[0] == from.log_factor[1]);
    e.replace_by_last(2, 2);
    e.replace_by_last(0, 2);
    e.replace_by_last(0, 2);
    CHECK(e == evaluation{});
}
