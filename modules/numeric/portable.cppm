/// The functions of <cmath> that the C library rounds as it likes: of one version on one processor. These give the same bits everywhere.
///
/// They are made of +, −, ×, ÷ and roots alone, which IEEE 754 rounds in one way, with no product fused into a sum (-ffp-contract=off). Errors are
/// below one unit in the last place, where no other is named; infinities, NaN, signed zeros and numbers below 1e-308 come out as of the C library.
/// Whatever draws depend on calls these and not std::exp and its like: tests/rules refuses those.
///
/// Arguments are reduced as everybody reduces them (Muller 2016, "Elementary functions"), and then it is Taylor's series, whose coefficients need no
/// table. Cost: 7 to 9 ns for exp, log, log1p and expm1, where glibc takes 4 to 6 with fused multiply-add;
/// 20 ns for tanh, 30 for sin, cos and erfc, 40 for lgamma, and 140 for powers and the other logarithms.
module;
#include <cstddef>

export module firefly.numeric:portable;

namespace firefly {

/// Functions with the names and the meaning of those of <cmath>, in a namespace of their own so that `using namespace firefly` does not collide with
/// the C library's.
export namespace portable {

/// eˣ, eˣ − 1, log x and log(1 + x).
double exp(double x);
double expm1(double x);
double log(double x);
double log1p(double x);
/// Exact where the result is a whole number.
double log2(double x);
double log10(double x);
double exp2(double x);
double pow(double x, double y);

/// Hyperbolic functions.
double sinh(double x);
double cosh(double x);
double tanh(double x);

/// Of an angle of any size.
double sin(double x);
double cos(double x);
double tan(double x);

/// √(x² + y²) without overflow.
double hypot(double x, double y);

/// To two units in the last place.
double erf(double x);
/// 1 − erf x, to four units in the last place.
double erfc(double x);

/// log Γ(x) of x > 0, to five units in the last place near one and two and to three elsewhere. NaN below zero.
double lgamma(double x);

}  // namespace portable

/// Whether set-up computes factors and eigenvalues of matrices in one order on every processor, rather than by LAPACK, which has loops for each. Then
/// draws are the same on all of them. It is a setting of the whole process, to be made before a model is; the default is LAPACK.
export void use_portable_algebra(bool whether);
export bool algebra_is_portable();

/// Whether this processor has fused multiply-add, with which loops over eight numbers round as on all others that have it: x86-64 since 2013 (AVX2)
/// and ARM. Virtual machines may hide it.
export bool rounds_as_others();

}  // namespace firefly
