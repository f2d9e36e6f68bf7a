/// The log of a chain, on bytes that libFuzzer makes up: it can be read in every way to where it is damaged, and gone on with.
///
/// An input is a log without the eight bytes that it begins with. Unless its first byte is odd, checksums are put right, so that what lies
/// behind them is tried, too.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;

namespace {

constexpr std::string_view magic = "fireflog";
constexpr std::size_t word = 8, header = 5 * word, fixed_words = 10;

std::uint64_t get(std::string const& bytes, std::size_t place) {
    std::uint64_t value;
    std::memcpy(&value, bytes.data() + place, word);
    return value;
}

void put(std::string& bytes, std::size_t place, std::uint64_t value) {
    std::memcpy(bytes.data() + place, &value, word);
}

void put_checksums(std::string& bytes) {
    if (bytes.size() < header) return;
    firefly::checksum head;
    head.add(std::string_view(bytes).substr(0, header - word));
    put(bytes, header - word, head.value());
    auto const parameters = get(bytes, 2 * word);
    if (parameters > bytes.size()) return;
    std::size_t const words = fixed_words + parameters, size = (words + 1) * word;
    for (std::size_t number = 0; header + (number + 1) * size <= bytes.size(); ++number) {
        firefly::checksum sum(head.value() + number);
        for (std::size_t i = 0; i < words; ++i) sum.add(get(bytes, header + number * size + i * word));
        put(bytes, header + number * size + words * word, sum.value());
    }
}

void read_in_every_way(firefly::draw_log_reader const& log, std::size_t bytes) {
    require(log.warm_up() <= log.size() && log.size() <= bytes / word, "as many draws as there is room for");
    std::size_t count = 0;
    for (auto const& draw : log.draws()) {
        require(draw.theta.size() == log.parameters(), "parameters");
        require(log.at(count).iteration == draw.iteration, "the same draw by its number");
        ++count;
    }
    require(count == log.size(), "all draws");
    if (log.size() > 0 && log.parameters() > 0)
        require(log.parameter(log.parameters() - 1, log.size() - log.warm_up()).size() == log.size() - log.warm_up(),
                "one parameter");
}

void go_on(std::string const& path, std::size_t parameters, std::uint64_t run, std::size_t records) {
    auto log = firefly::draw_log::reopen(path, parameters, run, records);
    firefly::draw draw;
    draw.theta = firefly::zeros(parameters);
    log.append(draw);
    require(log.read().size() == records + 1, "one draw more");
}

}  // namespace

std::vector<std::string> seeds() {
    temporary_directory const folder;
    std::vector<std::string> result;
    for (std::size_t const parameters : {1u, 3u}) {
        auto const path = folder / std::to_string(parameters);
        auto log = firefly::draw_log::create(path, parameters, 7);
        firefly::draw draw;
        draw.theta = firefly::zeros(parameters);
        for (draw.iteration = 0; draw.iteration < 3; ++draw.iteration) {
            draw.warm_up = draw.iteration == 0;
            log.append(draw);
        }
        log.flush();
        result.push_back('\0' + read_bytes(path).substr(magic.size()));
    }
    return result;
}

void try_input(std::string_view input) {
    static memory_file const file;
    if (input.empty()) return;
    std::string bytes = std::string(magic) + std::string(input.substr(1));
    if (input[0] % 2 == 0) put_checksums(bytes);
    std::string const path = file.write(bytes);
    try {
        std::size_t parameters = 0, records = 0;
        std::uint64_t run = 0;
        {
            firefly::draw_log_reader const log(path);
            read_in_every_way(log, bytes.size());
            parameters = log.parameters(), records = log.size(), run = log.run();
        }
        if (records > 0) go_on(path, parameters, run, records);
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), path); }
}
