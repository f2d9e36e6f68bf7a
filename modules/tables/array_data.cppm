/// Data sets from arrays of numbers, of whatever format: `npy_array`, `idx_array`. At once, or some rows at a time.
///
/// A cell that is NaN is missing. The columns have no names and are called by their number from 1. A file of its own may hold the target.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

export module firefly.tables:array_data;

import firefly.external;
import firefly.core;
import firefly.data;
import :categories;
import :columns;
import :data_format;
import :file_data;
import :idx_array;
import :labels;
import :npy_array;
import :read_options;
import :row_codes;

namespace firefly {

/// Throws `data_error` for an infinite cell, and for a missing one unless rows with such are dropped. True where it is there.
bool accept_cell(std::string_view file, std::size_t row, std::size_t column, double value, read_options const& options);

/// Targets from a file of their own, one for each row.
class target_array {
public:
    /// Throws `data_error` when there are not so many as `rows`, which are those of the file `features`.
    target_array(std::string const& path, std::string_view features, std::size_t rows);

    /// What the target is called: the file's name without its ends.
    std::string name() const;
    std::string const& file() const;
    void copy(std::size_t first, std::size_t count, double* out) const;
    void forget() const;

private:
    std::variant<npy_array, idx_array> array_;
};

template <class Array>
class array_rows {
public:
    array_rows(std::filesystem::path const& path, read_options const& options)
        : array_(path), options_(options), names_(numbered_columns(array_.columns())) {
        auto const named = format_of_name(options_.target);
        bool const separate = named == data_format::npy || named == data_format::idx;
        choice_ = choose_columns(array_.file(), names_, separate ? std::nullopt : std::optional(options_.target), options_);
        if (separate) target_.emplace(options_.target, array_.file(), array_.rows());
    }

    std::string const& file() const { return array_.file(); }
    std::size_t rows() const { return array_.rows(); }
    std::vector<std::string> const& names() const { return names_; }
    column_choice const& choice() const { return choice_; }
    std::string target_name() const { return target_ ? target_->name() : names_[*choice_.target]; }
    std::size_t dropped() const { return dropped_; }

    row_codes make_codes() const {
        return firefly::make_codes(file(), fmt::format("{}: column {}", target_file(), target_column() + 1), names_, choice_,
                                   options_);
    }

    /// As `csv_rows::take`.
    std::size_t take(std::size_t most, row_out out, row_codes& codes) {
        std::size_t kept = 0;
        while (kept < most && row_ < rows()) kept += take_some(std::min(most - kept, rows() - row_), kept, out);
        if (options_.kind == target_kind::classes)
            for (double& value : std::span(out.target, kept)) value = codes.labels.code(value);
        code_categories(codes.categories, out.features, out.width, kept);
        return kept;
    }

    /// Lets go of memory that what was read lies in.
    void forget() const {
        array_.forget();
        if (target_) target_->forget();
    }

private:
    std::string const& target_file() const { return target_ ? target_->file() : array_.file(); }
    std::size_t target_column() const { return target_ ? 0 : *choice_.target; }

    /// The next rows of the file, those that are complete moved up to follow the `place` before them. How many these are.
    std::size_t take_some(std::size_t count, std::size_t place, row_out out) {
        double* const features = out.features + place * out.width;
        double* const target = out.target + place;
        array_.copy(row_, count, choice_.features, features + options_.intercept, out.width);
        if (target_)
            target_->copy(row_, count, target);
        else
            array_.copy(row_, count, std::span(&*choice_.target, 1), target, 1);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i, ++row_) {
            double const* const row = features + i * out.width;
            bool complete = true;
            for (std::size_t j = 0; j < choice_.features.size(); ++j)
                complete &= accept_cell(file(), row_, choice_.features[j], row[j + options_.intercept], options_);
            complete &= accept_cell(target_file(), row_, target_column(), target[i], options_);
            if (complete && kept != i) {
                std::copy_n(row, out.width, features + kept * out.width);
                target[kept] = target[i];
            }
            kept += complete;
        }
        dropped_ += count - kept;
        return kept;
    }

    Array array_;
    read_options options_;
    std::vector<std::string> names_;
    column_choice choice_;
    std::optional<target_array> target_;
    std::size_t row_ = 0;
    std::size_t dropped_ = 0;
};

template <class Array>
file_data data_from_array(std::filesystem::path const& path, read_options const& options) {
    array_rows<Array> rows(path, options);
    auto data = make_data_set(rows.file(), rows.names(), rows.choice(), options, rows.rows());
    data.target_name = rows.target_name();
    auto codes = rows.make_codes();
    keep_first(rows.file(), data, rows.take(rows.rows(), {data.features.data(), data.columns.size(), data.target.data()}, codes));
    data.dropped = rows.dropped();
    if (options.kind == target_kind::classes) data.labels = codes.labels.finish(options, as_out(data.target));
    expand_categories(rows.file(), codes.categories, options, data);
    return data;
}

}  // namespace firefly
