module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly;
import firefly.program.input;
import :column_survey;
import :datum;

namespace firefly::program {

namespace {

/// The first and the last class that row i is of.
std::pair<std::size_t, std::size_t> classes_of(row_block const& block, std::size_t i, model_kind model) {
    double const happened = datum_of(block, i).happened;
    if (is_of_classes(model)) return {static_cast<std::size_t>(happened), static_cast<std::size_t>(happened)};
    if (is_of_counts(model)) return {0, happened > 0};
    if (has_trials(model)) return {happened == trials_of(block, i), happened > 0};
    return {0, 0};
}

}  // namespace

column_survey::column_survey(std::size_t classes, std::size_t columns)
    : lowest(classes * columns, infinity), highest(classes * columns, -infinity), mean(columns), squares(columns), many(columns) {}

void column_survey::add(row_block const& block, model_kind model) {
    column_survey part(classes(), columns());
    std::size_t const count = block.rows.rows, width = columns();
    part.rows = static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const row = block.rows.common.row(i);
        auto const [first, last] = classes() == 1 ? std::pair<std::size_t, std::size_t>{} : classes_of(block, i, model);
        for (std::size_t k = first; k <= last; ++k)
            for (std::size_t j = 0; j < width; ++j) {
                part.lowest[k * width + j] = std::min(part.lowest[k * width + j], row[j]);
                part.highest[k * width + j] = std::max(part.highest[k * width + j], row[j]);
            }
        for (std::size_t j = 0; j < width; ++j) part.mean[j] += row[j];
    }
    std::vector<std::pair<double, double>> ranges;
    for (std::size_t j = 0; j < width; ++j) {
        part.mean[j] /= part.rows;
        ranges.push_back(part.range(j));
    }
    for (std::size_t i = 0; i < count; ++i) {
        auto const row = block.rows.common.row(i);
        for (std::size_t j = 0; j < width; ++j) {
            part.squares[j] += (row[j] - part.mean[j]) * (row[j] - part.mean[j]);
            if (row[j] != ranges[j].first && row[j] != ranges[j].second) part.many[j] = 1;
        }
    }
    *this += part;
}

column_survey& column_survey::operator+=(column_survey const& other) {
    if (other.rows == 0) return *this;
    double const all = rows + other.rows;
    for (std::size_t j = 0; j < columns(); ++j) {
        auto const [low, high] = range(j);
        auto const [other_low, other_high] = other.range(j);
        std::set<double> values{other_low, other_high};
        if (rows > 0) values.insert({low, high});
        if (other.many[j] != 0 || values.size() > 2) many[j] = 1;
        double const apart = other.mean[j] - mean[j];
        mean[j] += apart * other.rows / all;
        squares[j] += other.squares[j] + apart * apart * rows * other.rows / all;
    }
    for (std::size_t i = 0; i < lowest.size(); ++i) {
        lowest[i] = std::min(lowest[i], other.lowest[i]);
        highest[i] = std::max(highest[i], other.highest[i]);
    }
    rows = all;
    return *this;
}

std::pair<double, double> column_survey::range(std::size_t column) const {
    std::pair result{infinity, -infinity};
    for (std::size_t i = column; i < lowest.size(); i += columns()) {
        result.first = std::min(result.first, lowest[i]);
        result.second = std::max(result.second, highest[i]);
    }
    return result;
}

bool column_survey::has_one_class() const {
    return classes() == 2 && (lowest.front() > highest.front() || lowest.back() > highest.back());
}

std::vector<std::size_t> column_survey::separating() const {
    std::vector<std::size_t> found;
    for (std::size_t j = 0; j < columns(); ++j) {
        auto const [low, high] = range(j);
        if (has_one_class()) {
            if ((low >= 0 && high > 0) || (low < 0 && high <= 0)) found.push_back(j);
            continue;
        }
        if (!(low < high)) continue;  // a constant
        auto const lies_apart = [&](std::size_t k) {
            double least = infinity, most = -infinity;  // of the other classes
            for (std::size_t l = 0; l < classes(); ++l) {
                if (l == k) continue;
                least = std::min(least, lowest[l * columns() + j]);
                most = std::max(most, highest[l * columns() + j]);
            }
            bool const both = least <= most && lowest[k * columns() + j] <= highest[k * columns() + j];  // have rows
            return both && (least >= highest[k * columns() + j] || most <= lowest[k * columns() + j]);
        };
        for (std::size_t k = 0; k < classes(); ++k)
            if (lies_apart(k)) {
                found.push_back(j);
                break;
            }
    }
    return found;
}

double column_survey::deviation(std::size_t column) const {
    return std::sqrt(squares[column] / rows);
}

std::optional<std::pair<std::size_t, std::size_t>> column_survey::uneven() const {
    constexpr double most_ratio = 1000;  // see above
    std::optional<std::pair<std::size_t, std::size_t>> ends;
    for (std::size_t j = 0; j < columns(); ++j) {
        if (many[j] == 0 || !(deviation(j) > 0)) continue;
        if (!ends) ends.emplace(j, j);
        if (deviation(j) > deviation(ends->first)) ends->first = j;
        if (deviation(j) < deviation(ends->second)) ends->second = j;
    }
    if (ends && deviation(ends->first) > most_ratio * deviation(ends->second)) return ends;
    return {};
}

}  // namespace firefly::program
