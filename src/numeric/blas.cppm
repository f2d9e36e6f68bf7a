/// What calls of BLAS and LAPACK share: the type of their sizes, and that rows lie one after the other.
module;
#include <cstddef>

module firefly.numeric:blas;

import firefly.external;

namespace firefly {

using index = xt::blas_index_t;
inline constexpr auto row_major = cxxblas::StorageOrder::RowMajor;
inline constexpr auto lower_part = cxxblas::StorageUpLo::Lower;

inline index as_index(std::size_t n) {
    return static_cast<index>(n);
}

}  // namespace firefly
