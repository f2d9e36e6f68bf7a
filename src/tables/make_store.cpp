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
import firefly.files;

namespace firefly {

namespace {

/// Which codes have been seen in rows that were kept.
class seen_codes {
public:
    void see(double const* cells, std::size_t count, std::size_t stride) {
        for (std::size_t i = 0; i < count; ++i) {
            auto const code = static_cast<std::size_t>(cells[i * stride]);
            if (code >= seen_.size()) seen_.resize(code + 1);
            seen_[code] = true;
        }
    }
    label_coder::sorted_labels sort(label_coder const& labels) const { return labels.sort(seen_); }

private:
    std::vector<bool> seen_;
};

/// The columns of the first file are those of all.
std::unique_ptr<row_stream> open_next(std::filesystem::path const& path, std::filesystem::path const& first_path,
                                      row_stream const& first, read_options options, data_format format,
                                      std::uint64_t libsvm_columns) {
    auto opened = open_rows(path, options, format, libsvm_columns);
    if (opened->columns() == first.columns()) return opened;
    auto mine = opened->columns(), theirs = first.columns();
    std::ranges::sort(mine);
    std::ranges::sort(theirs);
    std::vector<std::string> apart;
    std::ranges::set_symmetric_difference(mine, theirs, std::back_inserter(apart));
    if (!apart.empty())
        throw data_error(fmt::format("{}: its columns are not those of {}: {}; choose those that all files have with --features",
                                     path.string(), first_path.string(), list_in_quotes(apart)));
    options.features = first.columns();
    return open_rows(path, options, format, libsvm_columns);
}

/// As many at a time as take eight megabytes.
std::size_t rows_at_once(std::size_t columns) {
    return std::max<std::size_t>(1, (std::size_t{1} << 20) / (columns + 1));
}

class store_maker {
public:
    store_maker(std::filesystem::path const& output, row_stream const& first, read_options const& options,
                store_settings const& settings)
        : options_(options),
          settings_(settings),
          codes_(first.make_codes()),
          writer_(output, first.columns().size(), settings.in_four_bytes),
          rows_(rows_at_once(first.columns().size()) * first.columns().size()),
          target_(rows_at_once(first.columns().size())),
          seen_levels_(codes_.categories.size()) {}

    /// False where it was told to stop.
    bool add(row_stream& from) {
        std::size_t const width = from.columns().size();
        for (;;) {
            std::size_t const count = from.next(target_.size(), {rows_.data(), width, target_.data()}, codes_);
            if (options_.kind == target_kind::classes) seen_classes_.see(target_.data(), count, 1);
            for (std::size_t i = 0; i < codes_.categories.size(); ++i)
                seen_levels_[i].see(rows_.data() + codes_.categories[i].offset, count, width);
            writer_.append(vector_view(rows_).first(count * width), vector_view(target_).first(count));
            if (!settings_.go_on(writer_.rows())) return false;
            if (count < target_.size()) return true;
        }
    }

    void finish(std::filesystem::path const& input, row_stream const& first) {
        if (writer_.rows() == 0)
            throw data_error(fmt::format("{}: every row has a missing cell; leave out the columns that lack them", input.string()));
        store_names names{.target = first.target_name()};
        if (options_.kind == target_kind::classes) {
            auto [classes, place] = seen_classes_.sort(codes_.labels);
            codes_.labels.check_classes(classes, options_);
            names.classes = std::move(classes);
            names.class_of = std::move(place);
        }
        for (auto const& name : first.columns()) names.columns.push_back({name});
        for (std::size_t i = 0; i < codes_.categories.size(); ++i) {
            auto [levels, place] = seen_levels_[i].sort(codes_.categories[i].levels);
            auto& column = names.columns[codes_.categories[i].offset];
            column.levels = std::move(levels);
            column.level_of = std::move(place);
        }
        writer_.finish(names);
    }

    row_index rows() const { return writer_.rows(); }
    void discard() { writer_.discard(); }

private:
    read_options options_;
    store_settings const& settings_;
    row_codes codes_;
    row_store_writer writer_;
    std::vector<double> rows_, target_;
    seen_codes seen_classes_;
    std::vector<seen_codes> seen_levels_;
};

}  // namespace

store_made make_store(std::vector<std::filesystem::path> const& inputs, std::filesystem::path const& output, read_options options,
                      store_settings const& settings) {
    if (inputs.empty()) throw invalid_argument("make_store: there is nothing to read; give at least one file");
    options.intercept = false;
    options.class_count.reset();
    std::vector<std::filesystem::path> libsvm;
    for (auto const& path : inputs)
        if (format_of(path, settings.format) == data_format::libsvm) libsvm.push_back(path);
    std::uint64_t const libsvm_columns = highest_index(libsvm);
    // Before the names of so many columns are made.
    if (options.features.empty()) check_size(inputs.front().string(), 1, libsvm_columns, options);

    std::unique_ptr<row_stream> const first =
        open_rows(inputs.front(), options, format_of(inputs.front(), settings.format), libsvm_columns);
    check_size(inputs.front().string(), 1, first->columns().size(), options);
    store_maker maker(output, *first, options, settings);
    store_made made;
    try {
        for (auto const& path : inputs) {
            std::unique_ptr<row_stream> const next =
                &path == &inputs.front()
                    ? nullptr
                    : open_next(path, inputs.front(), *first, options, format_of(path, settings.format), libsvm_columns);
            row_stream& rows = next ? *next : *first;
            made.stopped = !maker.add(rows);
            made.dropped += rows.dropped();
            if (made.stopped) break;
        }
        if (made.stopped)
            maker.discard();
        else
            maker.finish(inputs.front(), *first);
        made.rows = maker.rows();
    } catch (...) {
        maker.discard();  // half a store is of no use to anyone
        throw;
    }
    return made;
}

}  // namespace firefly
