/// The posteriors that several benchmarks share. Real data come from `./dev data`.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

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

}  // namespace firefly::bench
