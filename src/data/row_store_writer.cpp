module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.files;
import :store_format;

namespace firefly {

namespace {

bool is_plain(store_names const& names) {
    return names.formula.empty() && names.times.empty();
}

std::string packed(store_names const& names) {
    byte_writer out;
    out.put(names.target);
    out.put(names.classes);
    out.put(names.class_of);
    for (auto const& [name, levels, level_of] : names.columns) {
        out.put(name);
        out.put(levels);
        out.put(level_of);
    }
    if (!is_plain(names)) {
        out.put(names.formula);
        out.put(names.times);
    }
    return out.bytes();
}

}  // namespace

row_store_writer::row_store_writer(std::filesystem::path const& path, std::size_t columns, bool in_four_bytes)
    : file_(path), size_{0, columns, in_four_bytes ? std::size_t{4} : std::size_t{8}}, record_(size_.stride() / 8) {
    file_.write(std::string(header_size, '\0'));
}

void row_store_writer::append(vector_view features, vector_view target) {
    for (std::size_t i = 0; i < target.size(); ++i) {
        double const* const from = features.data() + i * size_.columns;
        char* const to = reinterpret_cast<char*>(record_.data());
        std::memcpy(to, &target[i], 8);
        if (size_.element == 8) {
            std::memcpy(to + 8, from, 8 * size_.columns);
        } else {
            for (std::size_t j = 0; j < size_.columns; ++j) {
                float const rounded = static_cast<float>(from[j]);
                if (!std::isfinite(rounded))
                    throw data_error({.file = file_.path().string(),
                                      .row = size_.rows + 1,
                                      .column = std::to_string(j + 1),
                                      .what = fmt::format("row {}, column {} is beyond what four bytes can hold ({})",
                                                          size_.rows + 1, j + 1, from[j]),
                                      .remedy = "rescale the column, or keep eight bytes",
                                      .setting = "in_four_bytes"});
                std::memcpy(to + 8 + 4 * j, &rounded, 4);
            }
        }
        for (std::uint64_t const word : record_) block_.add(word);
        file_.write({to, size_.stride()});
        if (++size_.rows % block_rows == 0) close_block();
    }
}

void row_store_writer::close_block() {
    blocks_.push_back(std::exchange(block_, checksum()).value());
}

void row_store_writer::finish(store_names const& names, row_index dropped) {
    if (size_.rows % block_rows != 0) close_block();
    std::string behind(reinterpret_cast<char const*>(blocks_.data()), 8 * blocks_.size());
    store_header header;
    header.version = is_plain(names) ? plain_version : store_version;
    header.element = static_cast<std::uint32_t>(size_.element);
    header.rows = size_.rows;
    header.columns = size_.columns;
    header.stride = size_.stride();
    header.checksums_at = file_.position();
    header.names_at = header.checksums_at + behind.size();
    std::string const text = packed(names);
    header.names_size = text.size();
    behind += text;
    header.behind_rows = sum_of(behind);
    header.dropped = dropped;
    file_.write(behind);
    file_.overwrite(0, header_page(header));
    file_.commit();
}

void row_store_writer::discard() {
    file_.discard();
}

}  // namespace firefly
