module;
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;

namespace firefly {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// Insertions, deletions and substitutions that lead from one word to the other (Levenshtein 1966), a row of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t const substitution = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({substitution, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// The name that was probably meant: at most a third of its letters differ, their case not counted.
std::optional<std::string> nearest(std::string_view wanted, std::span<std::string const> names) {
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    for (auto const& name : names) {
        constexpr std::size_t longest_compared = 64;  // the table is quadratic in the length
        if (name.size() > longest_compared || wanted.size() > longest_compared) continue;
        std::size_t const distance = edit_distance(lower(wanted), lower(name));
        if (distance < least && distance < name.size()) {
            least = distance;
            best = name;
        }
    }
    return best;
}

std::size_t find_column(std::string_view file, std::span<std::string const> names, std::string const& wanted) {
    auto const found = std::ranges::find(names, wanted);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    auto const meant = nearest(wanted, names);
    throw data_error(fmt::format("{}: there is no column {}; {}choose among {}", file, in_quotes(wanted),
                                 meant ? fmt::format("did you mean {}? Else ", in_quotes(*meant)) : "", list_in_quotes(names)));
}

void refuse_duplicates(std::string_view file, std::span<std::string const> names, std::string_view what) {
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::ranges::sort(sorted);
    auto const twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end()) throw data_error(fmt::format("{}: column {} {}", file, in_quotes(*twice), what));
}

}  // namespace

bool is_missing(std::string_view cell) {
    constexpr std::array<std::string_view, 5> words{"", "na", "n/a", "nan", "null"};
    if (!cell.empty() && is_digit(cell[0])) return false;  // nearly all labels: spares them the words
    return cell.size() <= 4 && std::ranges::find(words, lower(cell)) != words.end();
}

column_choice choose_columns(std::string_view file, std::span<std::string const> names, std::optional<std::string> const& target,
                             read_options const& options) {
    refuse_duplicates(file, names, "appears twice in the header; rename one of them");
    refuse_duplicates(file, options.features, "is chosen twice as a feature; name it once");
    if (target && target->empty())
        throw data_error(fmt::format("{}: no target was given; choose among {}", file, list_in_quotes(names)));

    column_choice choice;
    if (target) choice.target = find_column(file, names, *target);
    for (auto const& name : options.features) {
        choice.features.push_back(find_column(file, names, name));
        if (choice.features.back() == choice.target)
            throw data_error(fmt::format("{}: column {} is the target and a feature; choose one of both", file, in_quotes(name)));
    }
    if (options.features.empty()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i == choice.target) continue;
            // Usually row numbers, as pandas and R write them: not a feature that anyone wants unasked.
            if (names[i].empty())
                throw data_error(fmt::format("{}: column {} has no name; name it in the header or list the features", file, i + 1));
            choice.features.push_back(i);
        }
    }
    choice.categorical.assign(choice.features.size(), false);
    refuse_duplicates(file, options.one_hot, "is named twice in --one-hot; name it once");
    for (auto const& name : options.one_hot) {
        auto const feature = std::ranges::find(choice.features, find_column(file, names, name));
        if (feature == choice.features.end())
            throw data_error(
                fmt::format("{}: column {} is in --one-hot but is no feature; leave it out there, or add it to the features", file,
                            in_quotes(name)));
        choice.categorical[static_cast<std::size_t>(feature - choice.features.begin())] = true;
    }
    if (choice.features.empty() && !options.intercept)
        throw data_error(fmt::format("{}: there is no feature besides the target; add a column or the intercept", file));
    return choice;
}

/// Every sampler keeps a curvature, a number for each pair of columns: a file of two rows and a billion columns is small, and no use.
void check_size(std::string_view file, std::size_t rows, std::size_t columns, read_options const& options) {
    double const width = static_cast<double>(columns);
    double const data = static_cast<double>(rows) * width * sizeof(double), model = width * width * sizeof(double);
    double const most = static_cast<double>(options.most_bytes ? *options.most_bytes : machine_memory());
    if (data + model > most)
        throw data_error(fmt::format(
            "{}: {} rows × {} columns would take {} when dense, and their model {}; there are {}: choose fewer features", file,
            rows, columns, in_bytes(data), in_bytes(model), in_bytes(most)));
}

file_data make_data_set(std::string_view file, std::span<std::string const> names, column_choice const& choice,
                        read_options const& options, std::size_t rows) {
    std::size_t const width = choice.features.size() + options.intercept;
    check_size(file, rows, width, options);
    file_data result;
    result.features = matrix::from_shape({rows, width});
    result.target = vector::from_shape({rows});
    if (options.intercept) {
        result.columns.emplace_back("(intercept)");
        for (std::size_t i = 0; i < rows; ++i) result.features.data()[i * width] = 1;
    }
    for (std::size_t const i : choice.features) result.columns.push_back(names[i]);
    if (choice.target) result.target_name = names[*choice.target];
    return result;
}

void keep_first(std::string_view file, file_data& data, std::size_t rows) {
    if (rows == 0) throw data_error(fmt::format("{}: every row has a missing cell; leave out the columns that lack them", file));
    if (data.target.size() == rows) return;
    auto features = matrix::from_shape({rows, data.columns.size()});
    std::copy_n(data.features.data(), features.size(), features.data());
    data.features = std::move(features);
    data.target = to_vector(as_view(data.target).first(rows));
}

}  // namespace firefly
