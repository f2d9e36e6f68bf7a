module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_settings(newton_settings const& settings) {
    if (settings.max_steps == 0) throw invalid_argument("find_map: max_steps must be positive, got 0");
    if (!(settings.tolerance > 0) || !std::isfinite(settings.tolerance))
        throw invalid_argument(fmt::format("find_map: tolerance must be positive and finite, got {}", settings.tolerance));
}

std::optional<cholesky> factorise(matrix const& precision) try {
    cholesky factor(precision);
    // A pivot is what a coordinate's precision has of its own, given those before it. Below this share it is made of rounding errors.
    constexpr double share = 1e-14;
    for (std::size_t i = 0; i < factor.dimension(); ++i)
        if (!(factor.lower()(i, i) * factor.lower()(i, i) > share * precision(i, i))) return std::nullopt;
    return factor;
} catch (numerical_error const&) { return std::nullopt; }

namespace {

std::optional<cholesky> factorise(sparse_symmetric precision) try {
    return cholesky(std::move(precision));
} catch (numerical_error const&) { return std::nullopt; }

/// `shifted(ridge)` is the factor with that much on its diagonal, or nothing; `largest` the largest number on the diagonal.
template <class Shifted>
cholesky find_ridge(double largest, Shifted const& shifted) {
    // From what rounding in a sum over the rows may have hidden, tenfold until it suffices.
    for (double ridge = 1e-12 * (largest > 0 ? largest : 1); std::isfinite(ridge); ridge *= 10)
        if (auto factor = shifted(ridge)) return *factor;
    throw numerical_error("find_map: the posterior's curvature is no number; scale the columns to numbers near one");
}

}  // namespace

std::optional<cholesky> factorise(quadratic const& log_density) {
    return log_density.is_sparse() ? factorise(log_density.sparse_precision()) : factorise(log_density.precision());
}

cholesky factorise_with_ridge(matrix const& precision) {
    std::size_t const dimension = precision.shape(0);
    double largest = 0;
    for (std::size_t i = 0; i < dimension; ++i) largest = std::max(largest, std::abs(precision(i, i)));
    return find_ridge(largest, [&](double ridge) {
        matrix shifted = precision;
        for (std::size_t i = 0; i < dimension; ++i) shifted(i, i) += ridge;
        return factorise(shifted);
    });
}

cholesky factorise_with_ridge(sparse_symmetric const& precision) {
    double largest = 0;
    for (double const own : precision.diagonal()) largest = std::max(largest, std::abs(own));
    return find_ridge(largest, [&](double ridge) {
        sparse_symmetric shifted = precision;
        shifted.add_diagonal(std::vector<double>(precision.dimension(), ridge));
        return factorise(std::move(shifted));
    });
}

cholesky factorise_with_ridge(quadratic const& log_density) {
    return log_density.is_sparse() ? factorise_with_ridge(log_density.sparse_precision())
                                   : factorise_with_ridge(log_density.precision());
}

matrix scale_up(cholesky const& precision, matrix const& prior, matrix const& prior_of_sample, double share) {
    matrix const& lower = precision.lower();
    matrix result = prior;
    for (std::size_t i = 0; i < precision.dimension(); ++i)
        for (std::size_t j = 0; j < precision.dimension(); ++j) {
            double sum = 0;
            for (std::size_t k = 0; k <= std::min(i, j); ++k) sum += lower(i, k) * lower(j, k);
            result(i, j) += share * (sum - prior_of_sample(i, j));
        }
    return result;
}

cholesky scaled_up(cholesky const& precision, quadratic const& prior, quadratic const& prior_of_sample, double share) {
    if (!precision.is_sparse())
        return factorise_with_ridge(scale_up(precision, prior.precision(), prior_of_sample.precision(), share));
    sparse_symmetric sum = prior_of_sample.sparse_precision();
    sum *= -1;
    sum += precision.sparse();
    sum *= share;
    return factorise_with_ridge(sum += prior.sparse_precision());
}

vector newton_step(cholesky const& precision, vector const& gradient) {
    vector step = gradient;
    precision.solve(as_out(step));
    return step;
}

std::string maximum_in_words(anchor const& at) {
    std::size_t const passes = at.passes + at.slopes;
    return fmt::format("Maximum of the posterior found in {} pass{} over the data.", passes, passes == 1 ? "" : "es");
}

void no_maximum(std::size_t passes, double decrement) {
    throw numerical_error(fmt::format(
        "find_map: no maximum after {} passes (squared Newton decrement {:.3g}); give the prior a smaller scale, remove columns that depend on others, or raise max_steps",
        passes, decrement));
}

void impossible_start() {
    throw invalid_argument("climb_from: the prior is zero at the start; start where it is not");
}

void not_concave(std::size_t passes) {
    throw numerical_error(fmt::format(
        "find_map: after {} passes the slope vanishes where the posterior is not concave; remove columns that depend on others, use "
        "a narrower Gaussian prior, or anchor the bound at a point of your own",
        passes));
}

}  // namespace firefly
