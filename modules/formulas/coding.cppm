/// Which coding each category of each term has, so that no column can be computed from others.
///
/// All indicators of a category add up to one. A category c spans the intercept and its reduced coding c⁻, without the reference: c = 1 + c⁻. A
/// product of factors spans the products of these parts. Term after term, parts that terms before it span are left out, and what is left
/// is put together again by the rule
///
///     A·c⁻ + A  →  A·c
///
/// so y ~ a has the intercept and a⁻, y ~ 0 + a has a, and y ~ x + a:x has x and a⁻·x. This is the greedy algorithm of patsy and formulaic,
/// and orders columns as formulaic does. Cost: 2^k parts for a term of k categories.
module;
#include <cstddef>
#include <vector>

export module firefly.formulas:coding;

import :formula;

namespace firefly {

/// A factor of a product, and whether it is without its reference.
struct coded_factor {
    std::size_t factor;
    bool reduced;

    friend auto operator<=>(coded_factor const&, coded_factor const&) = default;
};

/// Empty: the intercept.
using coded_product = std::vector<coded_factor>;

/// The products in the order of their columns. `spans[f]`: factor f spans the intercept.
std::vector<coded_product> full_rank_coding(bool intercept, std::vector<formula_term> const& terms, std::vector<bool> const& spans);

}  // namespace firefly
