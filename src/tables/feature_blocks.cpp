module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

/// Where the rows come from.
struct feature_blocks::source {
    virtual ~source() = default;
    virtual bool next(std::size_t most, feature_block& block) = 0;

    std::vector<std::string> columns = {};
    bool has_target = false;

protected:
    /// Chooses among the columns of the file.
    column_choice choose(std::string const& file, std::span<std::string const> names, feature_choice const& wanted) {
        columns = wanted.features;
        read_options options{.target = {}, .features = wanted.features};
        auto const intercept = std::ranges::find(options.features, "(intercept)");
        if (intercept != options.features.end()) {
            intercept_ = static_cast<std::size_t>(intercept - options.features.begin());
            options.features.erase(intercept);
        }
        auto target = wanted.target;
        if (target && !wanted.target_required && std::ranges::find(names, *target) == names.end()) target.reset();
        column_choice choice = choose_columns(file, names, target, options);
        if (intercept_ && options.features.empty()) choice.features.clear();  // nothing but ones, and not all columns
        if (wanted.features.empty())
            for (std::size_t const i : choice.features) columns.push_back(names[i]);
        has_target = choice.target.has_value();
        return choice;
    }

    /// Where in a row of the result the i-th chosen feature stands.
    inline std::size_t place(std::size_t i) const { return intercept_ && *intercept_ <= i ? i + 1 : i; }

    std::optional<std::size_t> intercept_;
};

namespace {

class csv_source final : public feature_blocks::source {
public:
    csv_source(std::filesystem::path const& path, feature_choice const& wanted)
        : bytes_(path), cursor_(path.string(), csv_body(bytes_.text())) {
        std::string const file = path.string();
        if (cursor_.at_end()) throw data_error(fmt::format("{}: the file is empty; give one with a header and rows", file));
        names_ = take_record(cursor_);
        if (!is_header(file, names_, std::nullopt)) {
            names_ = numbered_columns(names_.size());
            cursor_ = csv_cursor(file, csv_body(bytes_.text()));
        }
        places_.resize(names_.size());
        levels_.resize(names_.size());
        feature_choice plain = wanted;
        auto const plain_places = take_out_levels(plain.features);
        if (plain.features.empty() && !wanted.features.empty()) plain.features = {"(intercept)"};  // none, and not all
        auto const choice = choose(file, names_, plain);
        if (cursor_.at_end()) throw data_error(fmt::format("{}: there is a header but no row; add data", file));
        for (std::size_t i = 0; i < choice.features.size(); ++i)
            places_[choice.features[i]] = wanted.features.empty() ? place(i) : plain_places[place(i)];
        if (!wanted.features.empty()) columns = wanted.features;
        target_ = choice.target;
    }

    bool next(std::size_t most, feature_block& block) final {
        block.rows.clear();
        block.targets.clear();
        for (std::size_t row = 0; row < most && !cursor_.at_end(); ++row) {
            if (cursor_.at_blank_line() && names_.size() > 1) cursor_.fail("the line is blank; remove it");
            block.rows.resize(block.rows.size() + columns.size(), 1.0);
            double* const out = block.rows.data() + block.rows.size() - columns.size();
            for (std::size_t i = 0; i < names_.size(); ++i) {
                if (i > 0 && !cursor_.take_comma())
                    cursor_.fail(fmt::format("{} fields where the first line has {}; correct the line", i, names_.size()));
                if (i == target_)
                    block.targets.emplace_back(trimmed(cursor_.take_field()));
                else if (!levels_[i].empty())
                    take_category(i, out);
                else if (places_[i])
                    out[*places_[i]] = take_number(names_[i]);
                else
                    cursor_.skip_field();
            }
            if (cursor_.at_comma())
                cursor_.fail(fmt::format("more fields than the first line has, which are {}; correct the line", names_.size()));
            cursor_.take_line_break();
        }
        return !block.rows.empty();
    }

private:
    /// One column of zeros and ones, as `--one-hot` makes them.
    struct level {
        std::string name;
        std::size_t place;  // in a row of the result
    };

    /// Features called `column=level`, where the file has such a column and not one of that whole name, become levels. Where the others
    /// stand in a row of the result.
    std::vector<std::size_t> take_out_levels(std::vector<std::string>& features) {
        std::vector<std::string> others;
        std::vector<std::size_t> places;
        for (std::size_t place = 0; place < features.size(); ++place) {
            std::string const& feature = features[place];
            auto column = names_.end();
            std::size_t equals = std::string::npos;
            if (std::ranges::find(names_, feature) == names_.end())
                for (equals = feature.find('='); equals != std::string::npos; equals = feature.find('=', equals + 1))
                    if (column = std::ranges::find(names_, feature.substr(0, equals)); column != names_.end()) break;
            if (column == names_.end()) {
                others.push_back(feature);
                places.push_back(place);
            } else {
                levels_[static_cast<std::size_t>(column - names_.begin())].push_back({feature.substr(equals + 1), place});
            }
        }
        features = std::move(others);
        return places;
    }

    /// A level that has no column of its own is taken for the one that the others are compared with.
    void take_category(std::size_t column, double* out) {
        std::string const text(trimmed(cursor_.take_field()));
        if (is_missing(text))
            cursor_.fail(fmt::format("column {} is missing ({}); fill it, or leave the row out", in_quotes(names_[column]),
                                     in_quotes(text)));
        auto const number = parse_number(text);
        for (auto const& [name, place] : levels_[column])
            out[place] = text == name || (number && number == parse_number(name)) ? 1 : 0;
    }

    double take_number(std::string const& name) {
        double value = 0;
        if (cursor_.take_number(value)) return value;
        auto const text = trimmed(cursor_.take_field());  // quoted, or not a number
        if (auto const number = parse_number(text)) return *number;
        cursor_.fail(fmt::format("column {} is not a finite number ({}); correct it, or leave the row out", in_quotes(name),
                                 in_quotes(text)));
    }

    file_bytes bytes_;
    csv_cursor cursor_;
    std::vector<std::string> names_;
    std::vector<std::optional<std::size_t>> places_;  // of each column of the file, in a row of the result
    std::vector<std::vector<level>> levels_;          // of each column of the file that holds categories
    std::optional<std::size_t> target_;
};

class npy_source final : public feature_blocks::source {
public:
    npy_source(std::filesystem::path const& path, feature_choice wanted) : array_(path) {
        if (wanted.target && wanted.target->ends_with(".npy") &&
            (wanted.target_required || std::filesystem::exists(*wanted.target))) {
            target_array_ = std::make_unique<npy_array>(*wanted.target);
            if (target_array_->columns() != 1 || target_array_->rows() != array_.rows())
                throw data_error(fmt::format("{}: {} × {} targets for the {} rows of {}; save one for each row",
                                             target_array_->file(), target_array_->rows(), target_array_->columns(), array_.rows(),
                                             array_.file()));
            wanted.target.reset();
        }
        auto const choice = choose(array_.file(), numbered_columns(array_.columns()), wanted);
        features_ = choice.features;
        target_ = choice.target;
        has_target = has_target || target_array_;
    }

    bool next(std::size_t most, feature_block& block) final {
        std::size_t const count = std::min(most, array_.rows() - row_), width = columns.size();
        block.rows.assign(count * width, 1.0);
        block.targets.clear();
        std::vector<double> column(count);
        for (std::size_t j = 0; j < features_.size(); ++j) {
            copy(array_, features_[j], column);
            for (std::size_t i = 0; i < count; ++i) block.rows[i * width + place(j)] = column[i];
        }
        if (has_target) {
            if (target_array_)
                copy(*target_array_, 0, column);
            else
                copy(array_, *target_, column);
            for (double const value : column) block.targets.push_back(fmt::format("{}", value));
        }
        row_ += count;
        return count > 0;
    }

private:
    void copy(npy_array const& from, std::size_t column, std::vector<double>& out) const {
        from.copy(row_, out.size(), std::span(&column, 1), out.data(), 1);
        for (std::size_t i = 0; i < out.size(); ++i)
            if (!std::isfinite(out[i]))
                throw data_error(fmt::format("{}: row {}, column {} is {}; remove the row or fill the cell", from.file(),
                                             row_ + i + 1, column + 1, std::isnan(out[i]) ? "NaN" : "infinite"));
    }

    npy_array array_;
    std::unique_ptr<npy_array> target_array_;
    std::vector<std::size_t> features_;
    std::optional<std::size_t> target_;
    std::size_t row_ = 0;
};

class store_source final : public feature_blocks::source {
public:
    store_source(std::filesystem::path const& path, feature_choice const& wanted) : store_(path), rows_(open(wanted)) {
        auto const& target = store_.names().target;
        columns = columns_of(wanted);
        has_target = wanted.target == target;
        if (!has_target && wanted.target_required)
            throw data_error(fmt::format("{}: its target is {}; leave out --target", store_.file(), in_quotes(target)));
    }

    bool next(std::size_t most, feature_block& block) final {
        block.rows.clear();
        block.targets.clear();
        if (row_ == rows_.rows()) return false;
        row_block const all = rows_.block(row_ / block_rows, buffer_);
        std::size_t const first = row_ % block_rows, count = std::min(most, all.target.size() - first);
        for (std::size_t i = first; i < first + count; ++i) {
            auto const row = all.rows.row(i);
            block.rows.insert(block.rows.end(), row.begin(), row.end());
            if (has_target) block.targets.push_back(target_text(all.target[i]));
        }
        row_ += count;
        return true;
    }

private:
    std::vector<std::string> columns_of(feature_choice const& wanted) const {
        return wanted.features.empty() ? store_columns(store_, {}, false) : wanted.features;
    }

    mapped_rows open(feature_choice const& wanted) const {
        bool const classes = !store_.names().classes.empty();
        return {store_, columns_of(wanted), classes ? target_kind::classes : target_kind::numeric};
    }

    std::string target_text(double target) const {
        auto const& classes = store_.names().classes;
        return classes.empty() ? fmt::format("{}", target) : classes[static_cast<std::size_t>(target)];
    }

    row_store store_;
    mapped_rows rows_;
    block_buffer buffer_;
    row_index row_ = 0;
};

std::unique_ptr<feature_blocks::source> open_source(std::filesystem::path const& path, feature_choice const& choice) {
    if (is_row_store(path)) return std::make_unique<store_source>(path, choice);
    auto const format = format_of_name(path.string());
    if (format == data_format::npy) return std::make_unique<npy_source>(path, choice);
    if (format == data_format::csv) return std::make_unique<csv_source>(path, choice);
    throw data_error(fmt::format("{}: is no store, and not CSV or NPY by its name; use a file that ends in .csv, .csv.gz or .npy",
                                 path.string()));
}

}  // namespace

feature_blocks::feature_blocks(std::filesystem::path const& path, feature_choice const& choice)
    : source_(open_source(path, choice)) {}
feature_blocks::~feature_blocks() = default;
feature_blocks::feature_blocks(feature_blocks&&) noexcept = default;

std::vector<std::string> const& feature_blocks::columns() const {
    return source_->columns;
}

bool feature_blocks::has_target() const {
    return source_->has_target;
}

bool feature_blocks::next(std::size_t most, feature_block& block) {
    return source_->next(most, block);
}

}  // namespace firefly
