/// Small posteriors with their bounds, on which samplers are tested: rows that look like any, and the forms of a bound.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/by_definition.hpp"

namespace firefly::testing {

/// Rows that look like any; the first column is an intercept.
inline matrix some_rows(std::size_t rows, std::size_t columns) {
    matrix result = zeros(rows, columns);
    for (std::size_t n = 0; n < rows; ++n)
        for (std::size_t d = 0; d < columns; ++d) {
            double const at = static_cast<double>(n), along = static_cast<double>(d);
            result(n, d) = d == 0 ? 1 : 1.5 * std::sin(1.7 * at * along + 0.9 * along + at);
        }
    return result;
}

/// Some numbers, again and again.
inline vector repeated(std::vector<double> const& pattern, std::size_t size) {
    vector result = zeros(size);
    for (std::size_t i = 0; i < size; ++i) result(i) = pattern[i % pattern.size()];
    return result;
}

/// Anchored, with a region of this squared radius, in units of the prior's variance times the dimension, and a ring that is `outer` times as wide.
template <class Bound, Prior P>
void add_regional(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d, vector anchor, double square,
                  double outer = 1) {
    d.anchor = std::move(anchor);
    matrix precision = zeros(d.dimension(), d.dimension());
    for (std::size_t i = 0; i < d.dimension(); ++i)
        for (std::size_t j = 0; j < d.dimension(); ++j) precision(i, j) = i == j ? 2 : 0.5;
    double const radius = std::sqrt(square * static_cast<double>(d.dimension()) * variance(d.prior));
    if (outer > 1)
        d.region.emplace(cholesky(precision), std::vector{radius, outer * radius});
    else
        d.region.emplace(cholesky(precision), radius);
    list.push_back(erase(name, d));
}

/// Anchored where it is tight, and with so small a region that half of the draws are outside, some of them in the ring: ‖θ − θ*‖² has the mean
/// 2 D var θ + ‖θ*‖², and a median below that.
template <class Bound, Prior P>
void add_anchored(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d) {
    d.anchor = repeated({0.4, -0.3, 0.2, -0.1, 0.5, 0.0}, d.dimension());
    list.push_back(erase(name + ", anchored", d));
    add_regional(list, name + ", with a region", d, *d.anchor, 1.6, 1.3);
}

/// The same of a bound that has rings in place of one that holds everywhere; then half of the draws are outside of the inner one.
template <class Bound, Prior P>
void add_rings(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d) {
    add_regional(list, name + ", in rings", d, repeated({0.4, -0.3, 0.2, -0.1, 0.5, 0.0}, d.dimension()), 1.6);
    add_regional(list, name + ", in narrow rings far off", d, repeated({-1, 0.8, -0.5, 0.2, -1.2, 0}, d.dimension()), 0.4);
}

/// Anchored so far off that most data are bright.
template <class Bound, Prior P>
void add_far_off(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d) {
    d.anchor = repeated({-2, 1.5, -1, 0.5, -2.5, 0}, d.dimension());
    list.push_back(erase(name + ", anchored far off", d));
}

/// Every model, bound and prior, anchored, with a region, anchored far off and untuned; two parameters or three.
std::vector<problem> every_problem();

/// Every model with one to six columns, three data and many, two to six classes. With more parameters than bright predictors bright Gibbs
/// sweeps over several data; with long rows two classes come to their extremes within the region.
std::vector<problem> problems_of_all_sizes();

}  // namespace firefly::testing
