/// The reader of a format, FIREFLY_FORMAT, on bytes that libFuzzer makes up: what it accepts must be a data set, and the same rows when it is
/// read in pieces; what it refuses must be refused by a `data_error` of one line, and nothing else may happen.
///
/// The first byte of an input chooses among the options, so that all ways through a reader can be found.
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "packed.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace {

/// The target and a feature are those of the seeds.
firefly::read_options options_from(unsigned bits) {
    firefly::read_options options{.target = FIREFLY_TARGET};
    if (bits & 1) options.missing = firefly::missing_cells::drop;
    if (bits & 2) options.intercept = false;
    if (bits & 4) options.one_hot = {FIREFLY_FEATURE};
    if (bits & 8) options.kind = firefly::target_kind::numeric;
    if (bits & 16) options.features = {FIREFLY_FEATURE};
    if (bits & 32) options.class_count = 2;
    if (bits & 64) options.keep = {FIREFLY_FEATURE};
    if (bits & 128) options.levels = {{FIREFLY_FEATURE, {"0", "1"}, 0}};
    if (bits & 128) options.one_hot.clear();  // the levels are known
    if ((bits & (4 | 128)) == 0 && (bits & (8 | 16)) == (8 | 16)) options.times = {FIREFLY_FEATURE};
    options.most_bytes = std::size_t{1} << 26;
    return options;
}

void check(firefly::file_data const& data, firefly::read_options const& options) {
    std::size_t const rows = data.target.size();
    require(rows > 0 && data.features.shape(0) == rows, "rows");
    require(data.features.shape(1) == data.columns.size() && !data.columns.empty(), "columns");
    for (double const value : data.features) require(std::isfinite(value), "finite features");
    bool const classes = options.kind == firefly::target_kind::classes;
    require(classes == (data.labels.size() >= 2), "labels");
    for (double const value : data.target)
        require(classes ? value >= 0 && value < static_cast<double>(data.labels.size()) : std::isfinite(value), "targets");
}

/// As many rows in pieces as at once, in which kept cells go with their rows.
void check_pieces(std::string const& path, firefly::read_options const& options, std::size_t rows) {
    firefly::row_stream stream({path}, options, firefly::data_format::FIREFLY_FORMAT);
    constexpr std::size_t most = 3;
    std::vector<double> features(most * stream.names().size()), target(most);
    std::vector<std::string> kept;
    std::size_t total = 0;
    for (std::size_t count = most; count == most; total += count) {
        count = stream.next(most, {features.data(), stream.names().size(), target.data(), &kept});
        require(kept.size() == count * options.keep.size(), "kept cells");
    }
    require(total == rows, "rows in pieces");
}

using namespace std::string_literals;

/// Each after the byte of its options.
std::vector<std::string> good_files(firefly::data_format format) {
    switch (format) {
        case firefly::data_format::csv:
            return {"\x00y,a,c\n1,2.5,u\n0,-3e2,v\n"s,
                    "\x07\"y\",\"a\",\"c\"\r\n1,\"2\",\"u \"\"v\"\", w\"\r\n0,NA,\"two\nlines\"\r\n1,3,x\r\n"s,
                    "\x08"
                    "3,1\n4,2\n"s};
        case firefly::data_format::libsvm:
            return {"\x00+1 1:0.5 3:-2 # comment\n-1 2:1e3\n"s, "\x0f# head\n1 1:nan 2:1\n0 1:2\r\n\n1 1:3\n"s};
        case firefly::data_format::idx:
            return {
                "\x00\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x01"
                "abcd"s,
                "\x08\0\0\x0d\x02\0\0\0\x02\0\0\0\x02\x3f\x80\0\0\x40\0\0\0\x7f\xc0\0\0\x40\0\0\0"s};
        default: {
            auto const ours = written([](std::string const& path) {
                firefly::npy_writer out(path, 2);
                out.append(std::vector{0.0, 1.5, 1.0, -2.0});
                out.finish();
            });
            return {
                "\x00"s + ours, "\x00\x93NUMPY\x01\0\x3c\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\nabac"s,
                "\x09\x93NUMPY\x01\0\x3b\0{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }\n\0\0\x80\x3f\0\0\xc0\x7f"s};
        }
    }
}

}  // namespace

/// One packed, of the first.
std::vector<std::string> seeds() {
    auto all = good_files(firefly::data_format::FIREFLY_FORMAT);
    all.push_back(all.front()[0] + packed(all.front().substr(1)));
    return all;
}

void try_input(std::string_view input) {
    static memory_file const file;
    if (input.empty()) return;
    auto const options = options_from(static_cast<unsigned char>(input[0]));
    std::string const path = file.write(input.substr(1));
    try {
        auto const data = firefly::read_data(path, options, firefly::data_format::FIREFLY_FORMAT);
        check(data, options);
        if (input.size() % 16 == 0)
            check_pieces(path, options, data.target.size());  // a window takes 16 MB: too slow for every input
        constexpr bool is_csv = firefly::data_format::FIREFLY_FORMAT == firefly::data_format::csv;
        if (is_csv && input.size() % 16 == 8) require(!firefly::columns_of_csv(path, options).empty(), "columns of the file");
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), path); }
}
