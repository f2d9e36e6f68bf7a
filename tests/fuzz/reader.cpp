/// The reader of a format, FIREFLY_FORMAT, on bytes that libFuzzer makes up: what it accepts must be a data set, and the same rows when it is
/// read in pieces; what it refuses must be refused by a `data_error` of one line, and nothing else may happen.
///
/// The first byte chooses among the options, so that all ways through a reader can be found.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory_file.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace {

/// The target and a feature are those of the files that the fuzzer starts from: see `run`.
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t size) {
    static memory_file const file;
    if (size == 0) return 0;
    auto const options = options_from(bytes[0]);
    std::string const path = file.write({reinterpret_cast<char const*>(bytes) + 1, size - 1});
    try {
        auto const data = firefly::read_data(path, options, firefly::data_format::FIREFLY_FORMAT);
        check(data, options);
        if (size % 16 == 0) check_pieces(path, options, data.target.size());  // a window takes 16 MB: too slow for every input
    } catch (firefly::data_error const& refusal) {
        std::string_view const message = refusal.what();
        require(message.starts_with(path) && message.find('\n') == std::string_view::npos, "a message of one line");
    }
    return 0;
}
