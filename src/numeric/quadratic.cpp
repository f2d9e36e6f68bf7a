module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

module firefly.numeric;

import firefly.external;

namespace firefly {

namespace {

/// y = (A ⊗ G) x: x as K rows of D numbers becomes A x G.
void multiply_kronecker(kronecker const& p, vector_view x, vector_out y) {
    std::size_t const width = p.left.shape(0), columns = p.right.shape(0);
    multiply_rows({x.data(), width, columns}, p.right, y);
    // In place, column by column.
    std::array<double, most_predictors> column;
    for (std::size_t d = 0; d < columns; ++d) {
        for (std::size_t l = 0; l < width; ++l) column[l] = y[l * columns + d];
        for (std::size_t k = 0; k < width; ++k) {
            double sum = 0;
            for (std::size_t l = 0; l < width; ++l) sum += p.left(k, l) * column[l];
            y[k * columns + d] = sum;
        }
    }
}

void add_kronecker(kronecker const& p, matrix& sum) {
    std::size_t const width = p.left.shape(0), columns = p.right.shape(0);
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t l = 0; l < width; ++l)
            for (std::size_t i = 0; i < columns; ++i)
                for (std::size_t j = 0; j < columns; ++j) sum(k * columns + i, l * columns + j) += p.left(k, l) * p.right(i, j);
}

bool is_empty(kronecker const& p) {
    return p.left.size() == 0;
}

void add_if_any(auto& sum, auto const& other) {
    if (other.size() == 0) return;
    if (sum.size() == 0)
        sum = other;
    else
        sum += other;
}

}  // namespace

matrix quadratic::precision() const {
    matrix sum = dense_.size() == 0 ? zeros(dimension(), dimension()) : dense_;
    if (sparse_.dimension() > 0) sum += sparse_.dense();
    if (!is_empty(kronecker_)) add_kronecker(kronecker_, sum);
    for (std::size_t i = 0; i < diagonal_.values.size(); ++i) sum(i, i) += diagonal_.values(i);
    return sum;
}

sparse_symmetric quadratic::sparse_precision() const {
    sparse_symmetric sum = sparse_.dimension() > 0 ? sparse_ : sparse_symmetric(dimension(), {});
    sum.add_diagonal(as_view(diagonal_.values));
    return sum;
}

vector quadratic::precision_diagonal() const {
    vector sum = zeros(dimension());
    std::size_t const columns = kronecker_.right.shape(0);
    for (std::size_t i = 0; i < dimension(); ++i) {
        if (dense_.size() != 0) sum(i) += dense_(i, i);
        if (sparse_.dimension() > 0) sum(i) += sparse_.diagonal()(i);
        if (!is_empty(kronecker_)) sum(i) += kronecker_.left(i / columns, i / columns) * kronecker_.right(i % columns, i % columns);
        if (diagonal_.values.size() != 0) sum(i) += diagonal_.values(i);
    }
    return sum;
}

void quadratic::multiply(vector_view d, vector_out result) const {
    bool const has_kronecker = !is_empty(kronecker_);
    if (has_kronecker)
        multiply_kronecker(kronecker_, d, result);
    else
        std::ranges::fill(result, 0.0);
    if (dense_.size() != 0) multiply_symmetric(dense_, d, result, has_kronecker ? 1 : 0);
    if (sparse_.dimension() > 0) sparse_.add_product(d, result);
    for (std::size_t i = 0; i < diagonal_.values.size(); ++i) result[i] += diagonal_.values(i) * d[i];
}

double quadratic::value(vector_view d, vector_out gradient) const {
    multiply(d, gradient);
    // c + g·d − ½ d·Pd = c + ½ d·(g + (g − Pd))
    double twice = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        gradient[i] = gradient_[i] - gradient[i];
        twice += d[i] * (gradient_[i] + gradient[i]);
    }
    return constant_ + twice / 2;
}

quadratic& quadratic::operator+=(quadratic const& other) {
    constant_ += other.constant_;
    gradient_ += other.gradient_;
    add_if_any(dense_, other.dense_);
    if (other.sparse_.dimension() > 0) sparse_ += other.sparse_;
    add_if_any(diagonal_.values, other.diagonal_.values);
    if (is_empty(kronecker_)) {
        kronecker_ = other.kronecker_;
    } else if (!is_empty(other.kronecker_)) {
        if (kronecker_.left == other.kronecker_.left) {
            kronecker_.right += other.kronecker_.right;
        } else {
            if (dense_.size() == 0) dense_ = zeros(dimension(), dimension());
            add_kronecker(other.kronecker_, dense_);
        }
    }
    return *this;
}

}  // namespace firefly
