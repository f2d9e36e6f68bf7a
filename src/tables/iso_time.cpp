module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

module firefly.tables;

import firefly.files;

namespace firefly {

namespace {

constexpr std::int64_t seconds_of_day = 86400;

struct calendar_day {
    std::int64_t year, month, day;
};

/// Days since 1970-01-01. The year begins in March, so that the leap day is its last.
constexpr std::int64_t days_of(calendar_day date) {
    std::int64_t const year = date.year - (date.month <= 2), era = (year >= 0 ? year : year - 399) / 400, in_era = year - era * 400;
    std::int64_t const day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + day_of_year - 719468;
}

constexpr calendar_day date_of(std::int64_t days) {
    days += 719468;
    std::int64_t const era = (days >= 0 ? days : days - 146096) / 146097, in_era = days - era * 146097;
    std::int64_t const year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    std::int64_t const day_of_year = in_era - (365 * year + year / 4 - year / 100), shifted = (5 * day_of_year + 2) / 153;
    std::int64_t const month = shifted < 10 ? shifted + 3 : shifted - 9;
    return {year + era * 400 + (month <= 2), month, day_of_year - (153 * shifted + 2) / 5 + 1};
}

/// A text that is taken piece by piece.
struct pieces {
    std::string_view rest;

    bool take(char wanted) {
        if (!rest.starts_with(wanted)) return false;
        rest.remove_prefix(1);
        return true;
    }
    std::optional<std::int64_t> digits(std::size_t count) {
        if (rest.size() < count) return {};
        std::int64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_digit(rest[i])) return {};
            value = 10 * value + (rest[i] - '0');
        }
        rest.remove_prefix(count);
        return value;
    }
};

/// After the seconds: .789.
double fraction(pieces& text) {
    double value = 0, size = 0.1;
    if (!text.take('.')) return 0;
    while (!text.rest.empty() && is_digit(text.rest.front())) {
        value += size * (text.rest.front() - '0');
        size /= 10;
        text.rest.remove_prefix(1);
    }
    return value;
}

/// Nothing, Z, +02:00, +0200 or +02.
bool is_zone(pieces text) {
    if (text.rest.empty()) return true;
    if (text.take('Z')) return text.rest.empty();
    if (!text.take('+') && !text.take('-')) return false;
    if (!text.digits(2)) return false;
    text.take(':');
    return text.rest.empty() || (text.digits(2) && text.rest.empty());
}

std::optional<double> clock(pieces text) {
    if (text.rest.empty()) return 0;
    if (!text.take('T') && !text.take(' ')) return {};
    auto const hour = text.digits(2);
    if (!hour || *hour > 23 || !text.take(':')) return {};
    auto const minute = text.digits(2);
    if (!minute || *minute > 59) return {};
    double seconds = 0;
    if (text.take(':')) {
        auto const second = text.digits(2);
        if (!second || *second > 60) return {};  // a leap second is the last of its minute
        seconds = std::fmin(static_cast<double>(*second) + fraction(text), 59.999999);
    }
    if (!is_zone(text)) return {};
    return static_cast<double>(*hour * 3600 + *minute * 60) + seconds;
}

}  // namespace

std::optional<double> parse_iso_time(std::string_view cell) {
    pieces text{cell};
    auto const year = text.digits(4);
    if (!year || !text.take('-')) return {};
    auto const month = text.digits(2);
    if (!month || *month < 1 || *month > 12 || !text.take('-')) return {};
    auto const day = text.digits(2);
    if (!day || *day < 1) return {};
    std::int64_t const days = days_of({*year, *month, *day});
    if (date_of(days).day != *day) return {};  // 30 February is 1 or 2 March
    auto const time = clock(text);
    if (!time) return {};
    return static_cast<double>(days * seconds_of_day) + *time;
}

double part_of(double time, time_part part) {
    auto const seconds = static_cast<std::int64_t>(std::floor(time));
    std::int64_t const days = seconds >= 0 ? seconds / seconds_of_day : -((seconds_of_day - 1 - seconds) / seconds_of_day);
    std::int64_t const of_day = seconds - days * seconds_of_day;
    switch (part) {
        case time_part::year: return static_cast<double>(date_of(days).year);
        case time_part::month: return static_cast<double>(date_of(days).month);
        case time_part::day: return static_cast<double>(date_of(days).day);
        case time_part::weekday: return static_cast<double>(((days + 3) % 7 + 7) % 7 + 1);  // 1970-01-01 was a Thursday
        case time_part::hour: return static_cast<double>(of_day / 3600);
        case time_part::minute: return static_cast<double>(of_day % 3600 / 60);
    }
    return 0;
}

}  // namespace firefly
