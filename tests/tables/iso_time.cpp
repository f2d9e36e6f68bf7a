#include <doctest/doctest.h>

#include <optional>
#include <string_view>

import firefly.tables;

using namespace firefly;

TEST_CASE("times are seconds since 1970 on the clock that the cell shows") {
    CHECK(parse_iso_time("1970-01-01") == 0);
    CHECK(parse_iso_time("1970-01-02T00:00:01") == 86401);
    CHECK(parse_iso_time("1969-12-31 23:59") == -60);
    CHECK(parse_iso_time("2001-02-03T04:05:06.5Z") == 981173106.5);
    CHECK(parse_iso_time("2001-02-03T04:05:06+02:00") == 981173106);
    CHECK(parse_iso_time("2001-02-03T04:05-0530") == 981173100);
    CHECK(parse_iso_time("2000-02-29") == 951782400);
}

TEST_CASE("what is no time, or no day of the calendar, is refused") {
    for (std::string_view const text :
         {"", "2001", "2001-02", "2001-2-3", "2001-02-29", "1900-02-29", "2001-13-01", "2001-00-01", "2001-01-00", "2001-04-31",
          "2001-02-03T", "2001-02-03T24:00", "2001-02-03T04:60", "2001-02-03T04:05:61", "2001-02-03T04:05x", "2001-02-03x",
          "2001-02-03T04:05+", "03.02.2001", "2001/02/03"})
        CHECK_MESSAGE(!parse_iso_time(text), text);
}

TEST_CASE("every day of four centuries has its parts") {
    double time = *parse_iso_time("1600-01-01");
    int weekday = 6;  // it was a Saturday
    for (int year = 1600; year < 2000; ++year)
        for (int month = 1; month <= 12; ++month) {
            bool const leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            int const days = month == 2 ? 28 + leap : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
            for (int day = 1; day <= days; ++day, time += 86400, weekday = weekday % 7 + 1) {
                double const late = time + 86399;
                REQUIRE(part_of(late, time_part::year) == year);
                REQUIRE(part_of(late, time_part::month) == month);
                REQUIRE(part_of(late, time_part::day) == day);
                REQUIRE(part_of(late, time_part::weekday) == weekday);
            }
        }
    CHECK(part_of(-1, time_part::hour) == 23);
    CHECK(part_of(-1, time_part::minute) == 59);
    CHECK(part_of(3661, time_part::hour) == 1);
    CHECK(part_of(3661, time_part::minute) == 1);
}
