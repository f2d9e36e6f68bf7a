/// Products of rows that lie one after the other, where each number of a row serves several.
///
/// Sums of a few rows and 24 columns stay in registers, and a row's are added in one order, whatever rows there are beside it. Cost: as OpenBLAS's.
module;
#include <cstddef>

module firefly.numeric:row_products;

import :numbers;

namespace firefly {

/// `predict` of many predictors. `rows` are that many times `columns` numbers.
void predict_many(std::size_t rows, std::size_t columns, double const* elements, vector_view theta, vector_out eta);

/// y += S x for the first n rows and columns of S, of which the lower triangle lies there, `stride` numbers from row to row.
void add_symmetric_product(double const* lower, std::size_t stride, std::size_t n, double const* x, double* y);

}  // namespace firefly
