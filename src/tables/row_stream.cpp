module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :array_rows;
import :csv_rows;
import :labels;
import :libsvm_rows;
import :row_reader;
import :store_rows;

namespace firefly {

namespace {

std::unique_ptr<row_reader> open_reader(std::filesystem::path const& path, read_options const& options, data_format format,
                                        reading how) {
    switch (format) {
        case data_format::npy:
        case data_format::idx: return std::make_unique<array_rows>(path, options, format);
        case data_format::libsvm: return std::make_unique<libsvm_rows>(path, options, how);
        case data_format::store: return std::make_unique<store_rows>(path, options);
        default: return std::make_unique<csv_rows>(path, options, how);
    }
}

}  // namespace

struct row_stream::state {
    std::vector<std::filesystem::path> paths;
    read_options options;
    std::optional<data_format> format;
    reading how;
    std::size_t place = 0;  // which of the files is open
    std::unique_ptr<row_reader> reader = {};
    std::vector<std::string> names = {};
    row_codes codes = {};
    std::size_t rows = 0;            // that were read
    std::size_t dropped_before = 0;  // in files that were read before

    void open_first() {
        if (paths.empty()) throw invalid_argument("row_stream: there is nothing to read; give at least one file");
        if (how == reading::in_pieces && !options.libsvm_columns) count_libsvm_columns();
        reader = open_reader(paths.front(), options, format_of(paths.front(), format), how);
        names = reader->feature_names();
        codes = reader->make_codes();
    }

    void count_libsvm_columns() {
        std::vector<std::filesystem::path> libsvm;
        for (auto const& path : paths)
            if (format_of(path, format) == data_format::libsvm) libsvm.push_back(path);
        if (!libsvm.empty()) options.libsvm_columns = highest_index(libsvm);
    }

    /// The columns of the first file are those of all.
    void open_next() {
        dropped_before += reader->dropped();
        auto const& path = paths[++place];
        auto const opened_format = format_of(path, format);
        reader = open_reader(path, options, opened_format, how);
        auto mine = reader->feature_names(), theirs = names;
        if (mine == theirs) return;
        std::ranges::sort(mine);
        std::ranges::sort(theirs);
        std::vector<std::string> apart;
        std::ranges::set_symmetric_difference(mine, theirs, std::back_inserter(apart));
        if (!apart.empty())
            throw data_error(
                {.file = path.string(),
                 .what = fmt::format("its columns are not those of {}: {}", paths.front().string(), list_in_quotes(apart)),
                 .remedy = "choose those that all files have",
                 .setting = "features"});
        read_options same_order = options;
        same_order.features = names;
        reader = open_reader(path, same_order, opened_format, how);
    }

    /// Classes and levels that are in rows.
    void see(row_out const& out, std::size_t count) {
        if (codes.target) codes.target->see(out.target, count, 1);
        for (auto& [offset, levels] : codes.categories) levels.see(out.features + offset, count, out.width);
    }
};

row_stream::row_stream(std::vector<std::filesystem::path> paths, read_options const& options, std::optional<data_format> format,
                       reading how)
    : state_(std::make_unique<state>(std::move(paths), options, format, how)) {
    state_->open_first();
}

row_stream::~row_stream() = default;
row_stream::row_stream(row_stream&&) noexcept = default;

std::vector<std::string> const& row_stream::names() const {
    return state_->names;
}

std::vector<bool> const& row_stream::categorical() const {
    return state_->reader->categorical();
}

std::vector<std::string> const& row_stream::file_columns() const {
    return state_->reader->file_columns();
}

bool row_stream::has_target() const {
    return state_->reader->has_target();
}

std::optional<std::size_t> row_stream::most_rows() const {
    return state_->paths.size() == 1 ? state_->reader->most_rows() : std::nullopt;
}

std::size_t row_stream::next(std::size_t most, row_out out) {
    std::vector<std::string> unwanted;
    if (!out.kept) out.kept = &unwanted;
    out.kept->clear();
    row_out const start = out;
    std::size_t count = 0;
    for (;;) {
        std::size_t const taken = state_->reader->take(most - count, out, state_->codes);
        count += taken;
        out.features += taken * out.width;
        if (out.target) out.target += taken;
        if (count == most || state_->place + 1 == state_->paths.size()) break;
        state_->open_next();
    }
    state_->rows += count;
    if (state_->rows == 0 && count < most && dropped() == 0)
        throw data_error({.file = state_->paths.back().string(), .what = "there is no row", .remedy = "give a file with data"});
    state_->see(start, count);
    return count;
}

std::size_t row_stream::dropped() const {
    return state_->dropped_before + state_->reader->dropped();
}

std::vector<coded_column> row_stream::columns() const {
    std::vector<coded_column> result;
    for (auto const& name : state_->names) result.push_back({name});
    for (auto const& [offset, levels] : state_->codes.categories) result[offset] = levels.sorted();
    return result;
}

coded_column row_stream::target() const {
    return state_->codes.target ? state_->codes.target->sorted() : coded_column{state_->reader->target_name()};
}

void row_stream::check_classes() const {
    if (state_->codes.target) state_->codes.target->check_classes(state_->options.class_count);
}

}  // namespace firefly
