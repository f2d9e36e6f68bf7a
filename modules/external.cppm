/// The one place that includes third-party headers.
///
/// Every other file writes `import firefly.external;`. Ten partitions that each include everything cost 214 s and 483 MB of
/// module interfaces; this one costs 89 s and 158 MB (docs/design.md). A name that some module uses is re-exported here,
/// operators included: they are found by argument-dependent lookup only when they are visible.
module;
#include <fmt/format.h>

#include <coroutine>
#include <range/v3/range/concepts.hpp>
#include <range/v3/view/interface.hpp>
#include <xtensor-blas/xblas.hpp>
#include <xtensor-blas/xlapack.hpp>
#include <xtensor-blas/xlinalg.hpp>
#if __has_include(<xtensor/containers/xtensor.hpp>)  // xtensor 0.26 moved its headers
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

export module firefly.external;

/// A coroutine body is compiled only where these are visible.
export namespace std {
using std::coroutine_handle;
using std::coroutine_traits;
using std::suspend_always;
using std::suspend_never;
}  // namespace std

export namespace xt {
using xt::adapt;
using xt::all;
using xt::blas_index_t;
using xt::eye;
using xt::layout_type;
using xt::range;
using xt::sum;
using xt::view;
using xt::xtensor;
using xt::zeros;
using xt::operator+;
using xt::operator-;
using xt::operator*;
using xt::operator/;
using xt::operator==;
namespace linalg {
using xt::linalg::eigvalsh;
}  // namespace linalg
}  // namespace xt

/// BLAS and LAPACK behind xtensor-blas, for results that are written in place (`xt::linalg` allocates its own). `syrk` is what bench/speed compares with.
export namespace cxxblas {
using cxxblas::syrk;
using cxxblas::trsm;
using cxxblas::trsv;
using cxxblas::Diag;
using cxxblas::Side;
using cxxblas::StorageOrder;
using cxxblas::StorageUpLo;
using cxxblas::Transpose;
}  // namespace cxxblas

export namespace cxxlapack {
using cxxlapack::potrf;
}

export namespace ranges {
using ranges::input_range;
using ranges::view_;
using ranges::view_base;
}  // namespace ranges

export namespace fmt {
using fmt::format;
using fmt::format_to;
using fmt::print;
using fmt::vformat;
}  // namespace fmt
