/// Times as ISO 8601 writes them, and their parts.
///
///     2001-02-03   2001-02-03T04:05   2001-02-03 04:05:06   2001-02-03T04:05:06.789   …Z   …+02:00
///
/// A time is the number of seconds since 1970-01-01 00:00 on the clock that the cell shows: an offset such as +02:00 is read and does not
/// count, because the hour that matters in a regression is that of the place. Days are those of the Gregorian calendar, by integer
/// arithmetic on years that begin in March, in eras of 400 years (Hinnant 2013, "chrono-compatible low-level date algorithms").
module;
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

export module firefly.tables:iso_time;

namespace firefly {

/// Seconds; nothing for any other text, or a day that the calendar does not have. Years from 0000 to 9999.
export std::optional<double> parse_iso_time(std::string_view text);

/// What a formula may ask of a time.
export enum class time_part { year, month, day, weekday, hour, minute };

/// Of a time in seconds: the year; months and days of the month from 1; days of the week from 1, which is Monday, to 7; hours from 0; minutes.
export double part_of(double time, time_part part);

}  // namespace firefly
