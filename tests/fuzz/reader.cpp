/// A reader, FIREFLY_READER, on bytes that libFuzzer makes up: what it accepts must be a data set, what it refuses must be refused by a
/// `data_error` of one line, and nothing else may happen.
///
/// The first byte chooses among the options, so that all ways through a reader can be found.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "memory_file.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.draws;
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t size) {
    static memory_file const file;
    if (size == 0) return 0;
    auto const options = options_from(bytes[0]);
    std::string const path = file.write({reinterpret_cast<char const*>(bytes) + 1, size - 1});
    try {
        check(firefly::FIREFLY_READER(path, options), options);
    } catch (firefly::data_error const& refusal) {
        std::string_view const message = refusal.what();
        require(message.starts_with(path) && message.find('\n') == std::string_view::npos, "a message of one line");
    }
    return 0;
}
