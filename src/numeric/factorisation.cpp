module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "lanes.hpp"

module firefly.numeric;

import firefly.external;
import :dense;

namespace firefly {

struct cholesky::sparse_part {
    sparse_symmetric symmetric;
    sparse_cholesky factor;
};

double cholesky::log_determinant() const {
    if (sparse_) return sparse_->factor.log_determinant();
    double sum = 0;
    for (std::size_t i = 0; i < dimension(); ++i) sum += portable::log(lower_(i, i));
    return 2 * sum;
}

void cholesky::solve_lower(vector_out x) const {
    if (sparse_) return sparse_->factor.solve_lower(x);
    substitute_lower(lower_, x);
}

void cholesky::solve_upper(vector_out x) const {
    if (sparse_) return sparse_->factor.solve_upper(x);
    substitute_upper(lower_, x);
}

namespace {

/// Lᵀx from its first entry on: `use(first, entries)` for eight of them, or for one alone. Each comes from a piece of every row, so that L is
/// read in the order in which it lies. Entry i does not need x before i, which `use` may therefore replace.
template <class Use>
FIREFLY_LANES void multiply_upper_by(double const* lower, std::size_t n, double const* x, Use const& use) {
    constexpr std::size_t together = 4;
    std::size_t first = 0;
    for (; first + lane_count <= n; first += together * lane_count) {
        std::size_t const used = std::min(together, (n - first) / lane_count);
        lanes entries[together] = {};
        for (std::size_t row = first; row < n; ++row)
            for (std::size_t k = 0; k < together; ++k)
                if (k < used) entries[k] = entries[k] + x[row] * load(lower + row * n + first + k * lane_count);
        for (std::size_t k = 0; k < together; ++k)
            if (k < used) use(first + k * lane_count, entries[k]);
        if (used < together) {
            first += used * lane_count;
            break;
        }
    }
    for (; first < n; ++first) {
        double entry = 0;
        for (std::size_t row = first; row < n; ++row) entry += lower[row * n + first] * x[row];
        use(first, entry);
    }
}

struct sum_of_squares {
    lanes* squares;
    double* rest;
    [[gnu::always_inline]] inline void operator()(std::size_t, lanes entries) const { *squares = *squares + entries * entries; }
    [[gnu::always_inline]] inline void operator()(std::size_t, double entry) const { *rest += entry * entry; }
};

struct in_place {
    double* x;
    [[gnu::always_inline]] inline void operator()(std::size_t first, lanes entries) const { store(entries, x + first); }
    [[gnu::always_inline]] inline void operator()(std::size_t first, double entry) const { x[first] = entry; }
};

FIREFLY_VECTORISED double squared_norm_of(double const* lower, std::size_t n, double const* x) {
    lanes squares = {};
    double rest = 0;
    multiply_upper_by(lower, n, x, sum_of_squares{&squares, &rest});
    return sum(squares) + rest;
}

FIREFLY_VECTORISED void replace_by_product(double const* lower, std::size_t n, double* x) {
    multiply_upper_by(lower, n, x, in_place{x});
}

}  // namespace

cholesky::cholesky(matrix symmetric) : lower_(std::move(symmetric)) {
    std::vector<double> memory;
    if (std::size_t const minor = factorise(lower_, memory); minor != 0)
        throw numerical_error(
            fmt::format("cholesky: the matrix is not positive definite (leading minor {} of {})", minor, dimension()));
}

cholesky::cholesky(sparse_symmetric symmetric) : lower_(zeros(0, 0)), sparse_size_(symmetric.dimension()) {
    auto part = std::make_shared<sparse_part>(std::move(symmetric));
    part->factor = sparse_cholesky(part->symmetric);
    if (!part->factor.refactorise(std::vector<double>(sparse_size_)))
        throw numerical_error(fmt::format("cholesky: the sparse matrix of {} rows is not positive definite", sparse_size_));
    sparse_ = std::move(part);
}

sparse_symmetric const& cholesky::sparse() const {
    return sparse_->symmetric;
}

bool cholesky::is_same(cholesky const& other) const {
    if (sparse_ == nullptr || other.sparse_ == nullptr) return sparse_ == other.sparse_ && lower_ == other.lower_;
    return sparse_ == other.sparse_ || sparse() == other.sparse();
}

bool cholesky::refactorise(matrix const& symmetric, vector_view more) {
    if (dimension() != more.size()) lower_ = symmetric;
    std::copy_n(symmetric.data(), symmetric.size(), lower_.data());
    for (std::size_t i = 0; i < more.size(); ++i) lower_(i, i) += more[i];
    return factorise(lower_, memory_) == 0;
}

void cholesky::multiply_upper(vector_out x) const {
    if (sparse_) return sparse_->factor.multiply_upper(x);
    replace_by_product(lower_.data(), dimension(), x.data());
}

double cholesky::squared_norm(vector_view x) const {
    if (sparse_) return sparse_->factor.squared_norm(x);
    return squared_norm_of(lower_.data(), dimension(), x.data());
}

matrix cholesky::inverse() const {
    if (sparse_) return cholesky(sparse().dense()).inverse();
    matrix result = zeros(dimension(), dimension());
    if (dimension() == 0) return result;
    add_weighted_gram(inverse_of_lower(lower_), std::vector<double>(dimension(), 1.0), result);  // L⁻ᵀ L⁻¹
    mirror(result);
    return result;
}

vector cholesky::inverse_diagonal() const {
    if (sparse_) return selected_inverse().diagonal();
    matrix const all = inverse();
    vector result = zeros(dimension());
    for (std::size_t i = 0; i < dimension(); ++i) result(i) = all(i, i);
    return result;
}

sparse_symmetric cholesky::selected_inverse() const {
    return sparse_->factor.selected_inverse();
}

void cholesky::diagonal(vector_out result) const {
    matrix_view const rows = lower_;
    for (std::size_t i = 0; i < dimension(); ++i) result[i] = sparse_ ? sparse().diagonal()(i) : dot(rows.row(i), rows.row(i));
}

matrix cholesky::product() const {
    if (sparse_) return sparse().dense();
    matrix_view const rows = lower_;
    matrix result = zeros(dimension(), dimension());
    for (std::size_t i = 0; i < dimension(); ++i)
        for (std::size_t j = 0; j <= i; ++j) result(i, j) = dot(rows.row(i).first(j + 1), rows.row(j).first(j + 1));
    mirror(result);
    return result;
}

void cholesky::solve(vector_out x) const {
    solve_lower(x);
    solve_upper(x);
}

vector relative_eigenvalues(cholesky const& s, matrix t) {
    if (s.is_sparse()) return relative_eigenvalues(cholesky(s.product()), std::move(t));
    // L⁻¹ T L⁻ᵀ has the same eigenvalues and is symmetric.
    matrix half = solve_lower_columns(s.lower(), t);
    for (std::size_t i = 0; i < s.dimension(); ++i)
        for (std::size_t j = 0; j < i; ++j) std::swap(half(i, j), half(j, i));
    return symmetric_eigenvalues(solve_lower_columns(s.lower(), half));
}

}  // namespace firefly
