/// The opening of a row store, and its rows, on bytes that libFuzzer makes up: what is refused must be refused by a `data_error` of one line,
/// what is accepted must be readable, and nothing else may happen.
///
/// An input is the header's fields and what follows its page, without the zeros between; unless its first byte is odd, checksums are put in
/// place, so that what lies behind them is tried, too.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"

import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace {

constexpr std::string_view magic(
    "\x8a"
    "firefly row\r\n\x1a\n",
    16);
constexpr std::size_t page = 4096, fields = 80;

std::uint64_t sum_of(std::string_view bytes) {
    firefly::checksum sum;
    sum.add(bytes);
    return sum.value();
}

template <class T>
T get(std::string const& bytes, std::size_t place) {
    T value;
    std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

void put(std::string& bytes, std::size_t place, std::uint64_t value) {
    std::memcpy(bytes.data() + place, &value, sizeof value);
}

std::string store_from(std::string_view input, bool with_checksums) {
    std::string bytes(magic);
    bytes += input.substr(0, fields);
    bytes.resize(page);
    bytes += input.substr(std::min(fields, input.size()));
    if (!with_checksums) return bytes;
    auto const rows = get<std::uint64_t>(bytes, 32), stride = get<std::uint64_t>(bytes, 48), table = get<std::uint64_t>(bytes, 64);
    if (stride > 0 && stride % 8 == 0 && table >= page && table <= bytes.size() && rows <= (table - page) / stride) {
        for (std::uint64_t first = 0; first < rows && table + first / 512 + 8 <= bytes.size(); first += 4096) {
            firefly::checksum block;
            for (std::uint64_t at = page + first * stride; at < page + std::min(rows, first + 4096) * stride; at += 8)
                block.add(get<std::uint64_t>(bytes, at));
            put(bytes, table + first / 512, block.value());
        }
        put(bytes, 88, sum_of(std::string_view(bytes).substr(table)));
    }
    put(bytes, page - 8, sum_of(std::string_view(bytes).substr(0, page - 8)));
    return bytes;
}

void read_all(firefly::row_store const& store) {
    auto const kind = store.names().classes.empty() ? firefly::target_kind::numeric : firefly::target_kind::classes;
    firefly::mapped_rows const rows(store, store_columns(store, {}, true), kind);
    firefly::block_buffer buffer;
    firefly::packed_rows some(rows.columns());
    for (std::size_t i = 0; i < firefly::block_count(rows); ++i) {
        std::vector<firefly::row_index> const first{rows.block(i, buffer).first};
        rows.request(first, some);
        rows.collect(some);
        require(some.target[0] == buffer.target[0] || some.target[0] != some.target[0], "the same row");
    }
}

/// The same rows as numbers, classes and levels.
void read_in_order(std::string const& path, firefly::row_store const& store) {
    auto const kind = store.names().classes.empty() ? firefly::target_kind::numeric : firefly::target_kind::classes;
    firefly::row_stream stream({path}, {.target = "", .kind = kind}, firefly::data_format::store);
    std::size_t const width = stream.names().size(), rows = store.size().rows;
    std::vector<double> features(width * rows), target(rows);
    require(stream.next(rows, {features.data(), width, target.data()}) == rows, "all rows");
}

}  // namespace

/// With and without categories, in eight and four bytes, each without the zeros of its first page.
std::vector<std::string> seeds() {
    memory_file const table;
    std::filesystem::path const csv = table.write("y,a,k\nno,0.5,u\nyes,1,v\n");
    std::vector<std::string> result;
    for (bool const in_four_bytes : {false, true}) {
        firefly::read_options options{.target = "y", .features = {"a"}};
        if (in_four_bytes) options.features.push_back("k"), options.one_hot = {"k"};
        std::string const store = written([&](std::string const& path) {
            make_store({csv}, path, options, {.in_four_bytes = in_four_bytes, .format = firefly::data_format::csv});
        });
        result.push_back('\0' + store.substr(magic.size(), fields) + store.substr(page));
    }
    return result;
}

void try_input(std::string_view input) {
    static memory_file const file;
    if (input.empty()) return;
    std::string const path = file.write(store_from(input.substr(1), input[0] % 2 == 0));
    try {
        firefly::row_store const store(path);
        read_all(store);
        read_in_order(path, store);
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), path); }
}
