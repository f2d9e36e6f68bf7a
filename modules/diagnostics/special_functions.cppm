/// Two inverse distribution functions: the normal one turns ranks into scores, the beta one gives the uncertainty of a quantile.
module;

export module firefly.diagnostics:special_functions;

namespace firefly {

/// Φ⁻¹(p), to about 1e-16 relative: three rational approximations, one for the centre and two for the tails (Wichura 1988, "Algorithm
/// AS 241: the percentage points of the normal distribution", PPND16). ∓∞ at 0 and 1, NaN outside [0, 1].
export double normal_quantile(double p);

/// The x with I_x(a, b) = p, where I is the regularised incomplete beta function, for a, b ≥ 1 and p in (0, 1).
///
/// I_x by its continued fraction (DLMF 8.17.22), O(√max(a, b)) terms; the equation by Newton's method, kept inside a shrinking
/// bracket. To about 1e-14 relative, 1e-11 where x is so small (1e-5) that 1 − x loses it: enough to name an order statistic.
export double beta_quantile(double p, double a, double b);

}  // namespace firefly
