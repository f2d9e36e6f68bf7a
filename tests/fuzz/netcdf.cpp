/// Draws in netCDF, on bytes that libFuzzer makes up: what is accepted fits together, what is refused is refused in a line, and a library that
/// crashes or never ends takes nobody with it.
///
/// The library reads in a process of its own, and is not built for fuzzing: libFuzzer does not learn from what happens there. Files are of
/// many kilobytes, most of them zeros, which inputs therefore leave out: an input is a list of parts, each of them a gap of two bytes, a length of
/// two bytes, and bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "support/few_draws.hpp"

import firefly.core;
import firefly.draws;
import firefly.netcdf;

namespace {

constexpr std::size_t least_gap = 16;  // zeros that are worth a new part

std::string without_zeros(std::string_view file) {
    std::string result;
    for (std::size_t i = 0; i < file.size();) {
        std::size_t const start = std::min({file.find_first_not_of('\0', i), file.size(), i + 0xFFFF});
        std::size_t const end = std::min({file.find(std::string(least_gap, '\0'), start), file.size(), start + 0xFFFF});
        for (std::size_t const number : {start - i, end - start})
            result += {static_cast<char>(number & 0xFF), static_cast<char>(number >> 8)};
        result += file.substr(start, end - start);
        i = end;
    }
    return result;
}

std::string with_zeros(std::string_view input) {
    std::string result;
    auto const take = [&] {
        std::uint16_t number = 0;
        std::memcpy(&number, input.data(), std::min(sizeof number, input.size()));
        input.remove_prefix(std::min(sizeof number, input.size()));
        return number;
    };
    while (!input.empty()) {
        result.append(take(), '\0');
        std::size_t const length = take();
        std::string_view const bytes = input.substr(0, length);
        result += bytes;
        input.remove_prefix(bytes.size());
    }
    return result;
}

}  // namespace

std::vector<std::string> seeds() {
    auto const bytes = written([](std::string const& path) { write_netcdf(path, few_draws()); });
    require(with_zeros(without_zeros(bytes)) == bytes, "the same file");
    return {without_zeros(bytes)};
}

void try_input(std::string_view input) {
    static memory_file const file;
    std::string const path = file.write(with_zeros(input));
    try {
        firefly::read_netcdf(path).check();
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), path); }
}
