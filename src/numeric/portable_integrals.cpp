/// The functions of firefly.numeric:portable that are integrals: erf, erfc and log Γ.
module;
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "series.hpp"
#include "twofold.hpp"

module firefly.numeric;

namespace firefly::portable {

namespace {

/// Below it the error function is its own series, and above one minus the complement.
constexpr double middle = 0.75;

/// erf x for |x| ≤ ¾: 2/√π (x − x³/3 + x⁵/(2!·5) − …), up to x³³/(16!·33), which leaves 1e-19. The first term is apart from the sum of the others.
twofold central_erf(double x) {
    constexpr twofold factor = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56};  // 2/√π
    static constexpr auto terms = [] {
        std::array<double, 16> result{};
        double factorial = 1, sign = 1;
        for (int k = 1; k <= 16; ++k) {
            factorial *= k;
            sign = -sign;
            result[static_cast<std::size_t>(k - 1)] = sign / (factorial * (2 * k + 1));
        }
        return result;
    }();
    double const square = x * x;
    return factor * x + factor.high * (x * square * series(square, terms));
}

/// erfc x = (2hx/π) e^(−x²) Σ_{k ≥ 0} e^(−t²)/(x² + t²) + 2/(e^(2πx/h) + 1), t = (k + ½) h, h = ½: the trapezoidal rule for the integral of
/// e^(−t²)/(x² + t²) over all t, whose error falls like e^(−π²/h²), 1e-17 of it, and the residue at ix. All terms are positive.
/// Matta & Reichel 1971, "Uniform computation of the error function and other related functions".
double far_erfc(double x) {
    static constexpr double step = 0.5;
    static constexpr std::size_t count = 13;
    struct node {
        std::array<double, count> square, weight;
    };
    static node const nodes = [] {
        node result;
        for (std::size_t k = 0; k < count; ++k) {
            double const t = (static_cast<double>(k) + 0.5) * step;
            result.square[k] = t * t;
            result.weight[k] = exp(-t * t);
        }
        return result;
    }();
    if (x > 28) return 0;
    twofold const square = twofold::product(x, x);
    double sum = 0;
    for (std::size_t k = count; k-- > 0;) sum += nodes.weight[k] / (square.high + nodes.square[k]);
    constexpr twofold factor = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};  // 2h/π
    double const e = exp(-square.high), main = (factor * x * sum * twofold{e, -e * square.low}).value();
    return x < 6 ? main + 2 / (exp(2 * std::numbers::pi / step * x) + 1) : main;
}

/// Σ_{k ≥ 2} (ζ(k) − 1)(−z)ᵏ/k for |z| ≤ ¾, up to z⁴⁰, which leaves 1e-19.
double zeta_series(double z) {
    // ζ(k) − 1, from k = 2 on, by Euler and Maclaurin's sum in 60 digits.
    static constexpr std::array<double, 24> zeta_minus_one = {
        6.4493406684822643647e-1, 2.0205690315959428540e-1, 8.2323233711138191516e-2, 3.6927755143369926331e-2,
        1.7343061984449139715e-2, 8.3492773819228268398e-3, 4.0773561979443393787e-3, 2.0083928260822144179e-3,
        9.9457512781808533715e-4, 4.9418860411946455870e-4, 2.4608655330804829864e-4, 1.2271334757848914675e-4,
        6.1248135058704829259e-5, 3.0588236307020493552e-5, 1.5282259408651871733e-5, 7.6371976378997622736e-6,
        3.8172932649998398565e-6, 1.9082127165539389257e-6, 9.5396203387279611315e-7, 4.7693298678780646312e-7,
        2.3845050272773299000e-7, 1.1921992596531107307e-7, 5.9608189051259479612e-8, 2.9803503514652280186e-8};
    static constexpr auto terms = [] {
        std::array<double, 39> result{};
        double two = 1, three = 1;
        for (std::size_t k = 1; k <= 40; ++k) {
            two /= 2;
            three /= 3;  // beyond the table the powers of 4 no longer matter
            if (k >= 2)
                result[40 - k] = (k < 26 ? zeta_minus_one[k - 2] : two + three) / ((k % 2 == 0 ? 1 : -1) * static_cast<double>(k));
        }
        return result;
    }();
    double sum = 0;  // one after the other: pairs would cancel
    for (double const term : terms) sum = sum * z + term;
    return z * z * sum;
}

constexpr twofold one_minus_gamma = {0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58};  // γ is Euler's constant

/// log Γ(2 + z) = (1 − γ) z + that series.
double log_gamma_near_two(double z) {
    return (one_minus_gamma * z + zeta_series(z)).value();
}

/// log Γ(1 + z), which has log(1 + z) less: z − log(1 + z) is small, and of −γz what cancels is not rounded.
double log_gamma_near_one(double z) {
    return ((one_minus_gamma + -1.0) * z + (minus_log1p(z) + zeta_series(z))).value();
}

/// Stirling's series, x ≥ 8: (x − ½) log x − x + ½ log 2π + 1/(12x) − 1/(360x³) + …, up to x⁻¹⁷, which leaves 1e-17.
double log_gamma_far(double x) {
    constexpr std::array<double, 9> terms = {43867.0 / 244188, -3617.0 / 122400, 1.0 / 156,  -691.0 / 360360, 1.0 / 1188,
                                             -1.0 / 1680,      1.0 / 1260,       -1.0 / 360, 1.0 / 12};
    constexpr twofold half_log_two_pi = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
    double const square = 1 / (x * x);
    double sum = 0;
    for (double const term : terms) sum = sum * square + term;
    double const logarithm = log(x);
    if (x > 1e18) return x * (logarithm - 1);
    return (twofold::product(x - 0.5, logarithm) + -x + half_log_two_pi + sum / x).value();
}

}  // namespace

double erf(double x) {
    if (std::abs(x) < 1e-100) return x * (2 * std::numbers::inv_sqrtpi);
    if (std::abs(x) <= middle) return central_erf(x).value();
    return std::isnan(x) ? x : std::copysign(1 - far_erfc(std::abs(x)), x);
}

double erfc(double x) {
    if (std::abs(x) <= middle) return (-central_erf(x) + 1).value();
    if (std::isnan(x)) return x;
    return x > 0 ? far_erfc(x) : 2 - far_erfc(-x);
}

double lgamma(double x) {
    if (!(x > 0)) return x == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (std::isinf(x)) return x;
    if (x < 0.5) return log_gamma_near_one(x) - log(x);
    if (x < 1.25) return log_gamma_near_one(x - 1);
    if (x >= 8) return log_gamma_far(x);
    double product = 1;
    for (; x >= 2.5; x -= 1) product *= x - 1;
    return product == 1 ? log_gamma_near_two(x - 2) : log_gamma_near_two(x - 2) + log(product);
}

}  // namespace firefly::portable
