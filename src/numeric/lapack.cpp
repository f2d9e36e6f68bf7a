/// Dense matrices by LAPACK and BLAS, of firefly.numeric:dense.
module;
#include <cstddef>

// Of OpenBLAS, where that is the BLAS: its threads cost more than they bring at our sizes, and make sums depend on their number.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int);

module firefly.numeric;

import firefly.external;
import :dense;

namespace firefly::by_lapack {

namespace {

[[maybe_unused]] bool const one_blas_thread = [] {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
    return true;
}();

using index = xt::blas_index_t;
constexpr auto row_major = cxxblas::StorageOrder::RowMajor;
constexpr auto lower_part = cxxblas::StorageUpLo::Lower;

index as_index(std::size_t n) {
    return static_cast<index>(n);
}

void substitute(matrix const& lower, vector_out x, cxxblas::Transpose which) {
    index const n = as_index(lower.shape(0));
    cxxblas::trsv<index>(row_major, lower_part, which, cxxblas::Diag::NonUnit, n, lower.data(), n, x.data(), index(1));
}

}  // namespace

std::size_t factorise(matrix& symmetric) {
    index const n = as_index(symmetric.shape(0));
    // LAPACK counts columns first: its upper factor of the same memory is our lower one.
    index const info = cxxlapack::potrf<index>('U', n, symmetric.data(), n);
    for (std::size_t i = 0; i < symmetric.shape(0); ++i)
        for (std::size_t j = i + 1; j < symmetric.shape(1); ++j) symmetric(i, j) = 0;
    return static_cast<std::size_t>(info);
}

void substitute_lower(matrix const& lower, vector_out x) {
    substitute(lower, x, cxxblas::Transpose::NoTrans);
}

void substitute_upper(matrix const& lower, vector_out x) {
    substitute(lower, x, cxxblas::Transpose::Trans);
}

matrix solve_lower_columns(matrix const& lower, matrix right) {
    index const n = as_index(lower.shape(0)), columns = as_index(right.shape(1));
    cxxblas::trsm<index>(row_major, cxxblas::Side::Left, lower_part, cxxblas::Transpose::NoTrans, cxxblas::Diag::NonUnit, n,
                         columns, 1.0, lower.data(), n, right.data(), columns);
    return right;
}

vector symmetric_eigenvalues(matrix const& symmetric) {
    return xt::linalg::eigvalsh(symmetric);
}

}  // namespace firefly::by_lapack
