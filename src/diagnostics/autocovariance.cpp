module;
#include <bit>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

module firefly.diagnostics;

namespace firefly {
namespace {

using complex = std::complex<double>;

/// Σⱼ xⱼ e^{−2πi jk/m} in place, for m a power of two: Cooley & Tukey 1965, decimation in time. The roots of unity are computed one by
/// one and not by recurrence, which would lose a digit or two over a long chain.
void fourier_transform(std::span<complex> x) {
    std::size_t const m = x.size();
    for (std::size_t i = 1, reversed = 0; i < m; ++i) {
        std::size_t bit = m / 2;
        for (; reversed & bit; bit /= 2) reversed ^= bit;  // add one, from the left
        reversed ^= bit;
        if (i < reversed) std::swap(x[i], x[reversed]);
    }
    std::vector<complex> roots(m / 2);
    for (std::size_t k = 0; k < roots.size(); ++k)
        roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(m));
    for (std::size_t half = 1; half < m; half *= 2)
        for (std::size_t start = 0; start < m; start += 2 * half)
            for (std::size_t k = 0; k < half; ++k) {
                complex const even = x[start + k], odd = roots[k * (m / 2 / half)] * x[start + half + k];
                x[start + k] = even + odd;
                x[start + half + k] = even - odd;
            }
}

}  // namespace

std::vector<double> autocovariance(std::span<double const> chain) {
    std::size_t const n = chain.size();
    std::vector<complex> x(std::bit_ceil(2 * n));
    double const centre = mean(chain);
    for (std::size_t i = 0; i < n; ++i) x[i] = chain[i] - centre;

    // The power spectrum of a real sequence is real and even, so that one transform serves as its own inverse.
    fourier_transform(x);
    for (auto& value : x) value = std::norm(value);
    fourier_transform(x);

    std::vector<double> result(n);
    for (std::size_t t = 0; t < n; ++t) result[t] = x[t].real() / static_cast<double>(x.size() * n);
    return result;
}

}  // namespace firefly
