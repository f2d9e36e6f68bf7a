/// The posteriors that several benchmarks share. Real data come from `./dev data`.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

import firefly;

namespace firefly::bench {

inline auto synthetic(row_index rows, std::size_t columns = 51) {
    return posterior(logistic{}, gaussian_prior(1), dense_rows(synthetic_logistic({.rows = rows, .columns = columns})));
}

inline data_set labelled(std::string const& folder, target_kind kind = target_kind::classes) {
    return read_data(folder + "/X.npy", {.target = folder + "/y.npy", .kind = kind});
}

inline bool has_mnist() {
    return std::filesystem::exists(".dev/data/mnist/X.npy");
}

/// 7 against 9: 50 principal components and an intercept.
inline auto mnist() {
    return posterior(logistic{}, gaussian_prior(1), dense_rows(labelled(".dev/data/mnist")));
}

/// An intercept alone: ten positives in a million.
inline auto ten_in_a_million() {
    matrix ones = zeros(1'000'000, 1);
    vector target = zeros(1'000'000);
    for (std::size_t n = 0; n < target.size(); ++n) {
        ones(n, 0) = 1;
        target(n) = n < 10 ? 1 : 0;
    }
    return posterior(logistic{}, gaussian_prior(10), dense_rows(std::move(ones), std::move(target)));
}

/// Airplane, automobile, bird: 256 binary features and an intercept.
inline auto cifar(std::string const& folder = ".dev/data/cifar") {
    return posterior(softmax(3), gaussian_prior(1), dense_rows(labelled(folder)));
}

/// Student-t with four degrees of freedom, scale 1, under a Laplace prior of scale 1.
using robust_model = posterior<student_t, laplace_prior, dense_rows>;

inline robust_model robust(data_set data) {
    return {student_t({.degrees_of_freedom = 4, .scale = 1}), laplace_prior(1), dense_rows(std::move(data))};
}

/// Each column less what those before it explain, with mean square one; columns of which nothing remains are left out.
///
/// Many descriptors of molecules are sums of others. Under a Laplace prior, which has no curvature, the posterior of their coefficients then
/// has no maximum that Newton's method could find, and isotropic slices do not move.
inline data_set orthogonal(data_set data) {
    constexpr double remains = 1e-10;  // of a column's square, at least: rounding leaves 1e-13, the nearest of the others 5e-6
    std::size_t const rows = data.features.shape(0), columns = data.features.shape(1);
    double const size = static_cast<double>(rows);
    std::vector<std::vector<double>> kept;
    std::vector<std::string> names;
    auto const inner = [&](std::vector<double> const& a, std::vector<double> const& b) {
        return dot({a.data(), rows}, {b.data(), rows}) / size;
    };
    for (std::size_t d = 0; d < columns; ++d) {
        std::vector<double> column(rows);
        for (std::size_t n = 0; n < rows; ++n) column[n] = data.features(n, d);
        double const before = inner(column, column);
        for (int pass = 0; pass < 2; ++pass)  // twice is enough: Giraud, Langou & Rozložník 2005
            for (auto const& other : kept) {
                double const share = inner(column, other);
                for (std::size_t n = 0; n < rows; ++n) column[n] -= share * other[n];
            }
        double const after = inner(column, column);
        if (after < remains * before) continue;
        for (double& x : column) x /= std::sqrt(after);
        kept.push_back(std::move(column));
        names.push_back(data.columns[d]);
    }
    data.features = zeros(rows, kept.size());
    for (std::size_t d = 0; d < kept.size(); ++d)
        for (std::size_t n = 0; n < rows; ++n) data.features(n, d) = kept[d][n];
    std::printf("  %zu of %zu columns do not depend on those before them\n", kept.size(), columns);
    data.columns = std::move(names);
    return data;
}

}  // namespace firefly::bench
