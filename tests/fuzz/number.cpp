/// Numbers from text, on bytes that libFuzzer makes up: the same as those of the standard library, to the last bit.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "fuzzer.hpp"

import firefly.files;

namespace {

/// The number that is the whole of a text. The library takes no plus; nan and inf are numbers to it, and not to us.
std::optional<double> by_the_library(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return {};
    }
    double value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value;
}

}  // namespace

std::vector<std::string> seeds() {
    return {"0",
            "-0",
            "+1.5",
            "-2.25e-3",
            "123456789012345678901234567890",
            "9007199254740993",
            "1e22",
            "4.9e-324",
            "1.7976931348623157e308"};
}

void try_input(std::string_view input) {
    auto const ours = firefly::parse_number(input), theirs = by_the_library(input);
    require(ours.has_value() == theirs.has_value(), "the same texts are numbers");
    require(!ours || std::bit_cast<std::uint64_t>(*ours) == std::bit_cast<std::uint64_t>(*theirs), "the same number");
}
