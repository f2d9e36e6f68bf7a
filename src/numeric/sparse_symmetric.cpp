module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

module firefly.numeric;

import firefly.external;

namespace firefly {

sparse_symmetric::sparse_symmetric(std::size_t dimension, std::vector<entry> const& entries) : diagonal_(zeros(dimension)) {
    begin_.assign(dimension + 1, 0);
    columns_.reserve(entries.size());
    values_.reserve(entries.size());
    for (auto const& [row, column, value] : entries) {
        if (row == column) {
            diagonal_(row) = value;
            continue;
        }
        ++begin_[row + 1];
        columns_.push_back(static_cast<std::uint32_t>(column));
        values_.push_back(value);
    }
    for (std::size_t i = 0; i < dimension; ++i) begin_[i + 1] += begin_[i];
}

sparse_symmetric::sparse_symmetric(matrix const& symmetric) : diagonal_(zeros(symmetric.shape(0))) {
    for (std::size_t i = 0; i < dimension(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (symmetric(i, j) == 0) continue;
            columns_.push_back(static_cast<std::uint32_t>(j));
            values_.push_back(symmetric(i, j));
        }
        diagonal_(i) = symmetric(i, i);
        begin_.push_back(columns_.size());
    }
}

double sparse_symmetric::at(std::size_t i, std::size_t j) const {
    if (i == j) return diagonal_(i);
    auto const own = columns(std::max(i, j));
    auto const found = std::ranges::lower_bound(own, std::min(i, j));
    if (found == own.end() || *found != std::min(i, j))
        throw invalid_argument(fmt::format("sparse_symmetric: number ({}, {}) is not kept; give the matrix all places", i, j));
    return values(std::max(i, j))[static_cast<std::size_t>(found - own.begin())];
}

sparse_symmetric& sparse_symmetric::operator+=(sparse_symmetric const& other) {
    if (dimension() == 0) return *this = other;
    if (begin_ != other.begin_ || columns_ != other.columns_) return *this = joined(other);
    diagonal_ += other.diagonal_;
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] += other.values_[k];
    return *this;
}

/// The sum, of two that have numbers in different places.
sparse_symmetric sparse_symmetric::joined(sparse_symmetric const& other) const {
    sparse_symmetric result;
    result.diagonal_ = diagonal_ + other.diagonal_;
    result.columns_.reserve(std::max(columns_.size(), other.columns_.size()));
    result.values_.reserve(result.columns_.capacity());
    for (std::size_t i = 0; i < dimension(); ++i) {
        std::size_t a = begin_[i], b = other.begin_[i];
        while (a < begin_[i + 1] || b < other.begin_[i + 1]) {
            bool const mine = a < begin_[i + 1] && (b == other.begin_[i + 1] || columns_[a] <= other.columns_[b]);
            bool const its = b < other.begin_[i + 1] && (a == begin_[i + 1] || other.columns_[b] <= columns_[a]);
            result.columns_.push_back(mine ? columns_[a] : other.columns_[b]);
            result.values_.push_back((mine ? values_[a] : 0) + (its ? other.values_[b] : 0));
            if (mine) ++a;
            if (its) ++b;
        }
        result.begin_.push_back(result.columns_.size());
    }
    return result;
}

sparse_symmetric& sparse_symmetric::operator*=(double factor) {
    diagonal_ *= factor;
    for (double& value : values_) value *= factor;
    return *this;
}

void sparse_symmetric::add_diagonal(vector_view more) {
    for (std::size_t i = 0; i < more.size(); ++i) diagonal_(i) += more[i];
}

void sparse_symmetric::add_product(vector_view x, vector_out result) const {
    for (std::size_t i = 0; i < dimension(); ++i) {
        double sum = diagonal_(i) * x[i];
        for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
            sum += values_[k] * x[columns_[k]];
            result[columns_[k]] += values_[k] * x[i];
        }
        result[i] += sum;
    }
}

matrix sparse_symmetric::dense() const {
    matrix result = zeros(dimension(), dimension());
    for (std::size_t i = 0; i < dimension(); ++i) {
        result(i, i) = diagonal_(i);
        for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) result(i, columns_[k]) = result(columns_[k], i) = values_[k];
    }
    return result;
}

}  // namespace firefly
