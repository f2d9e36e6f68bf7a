/// The prior of a model's coefficients, which other parameters follow: what `noise_prior` and `ordinal_prior` have in common.
///
/// Where it has scales that are learned, so has theirs: the same ones. Parameters behind the coefficients have none.
module;
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

export module firefly.models:coefficient_prior;

import firefly.core;

namespace firefly {

/// A prior under which coefficients are independent of each other. `expand(i, x)` is what its Gaussian part has of coefficient i at x.
export template <class P>
concept SeparablePrior = Prior<P> && requires(P const& prior, std::size_t i, double x) {
    { prior.expand(i, x) } -> std::same_as<coordinate_expansion>;
};

/// Throws `invalid_argument` unless there are as many columns as coefficients.
void check_coefficients(std::size_t coefficients, std::size_t columns);

/// A base of priors whose first coordinates have the prior P.
export template <Prior P>
class coefficient_prior {
    static_assert(
        !ScaledPrior<P> || requires(P const& prior) {
            { prior.coefficients() } -> std::same_as<std::size_t>;
        }, "a prior with learned scales says how many coefficients() it has, or other parameters would have scales too");

public:
    inline P const& coefficients() const { return coefficients_; }
    /// Whether any scale is learned; whether that of coefficient i is.
    inline bool has_learned() const {
        if constexpr (ScaledPrior<P>)
            return coefficients_.scale_count() > 0;
        else
            return false;
    }
    inline bool is_learned(std::size_t i) const {
        if constexpr (ScaledPrior<P>)
            return scale_of(i) < scale_count();
        else
            return false;
    }

    inline std::size_t scale_count() const
        requires ScaledPrior<P>
    {
        return coefficients_.scale_count();
    }
    inline std::size_t scale_of(std::size_t i) const
        requires ScaledPrior<P>
    {
        return i < coefficients_.coefficients() ? coefficients_.scale_of(i) : scale_count();
    }
    inline std::size_t scale_above(std::size_t g) const
        requires ScaledPrior<P>
    {
        return coefficients_.scale_above(g);
    }
    inline double log_scale_density(std::size_t g, double log_scale, double above) const
        requires ScaledPrior<P>
    {
        return coefficients_.log_scale_density(g, log_scale, above);
    }
    inline vector_view reference_scales() const
        requires ScaledPrior<P>
    {
        return coefficients_.reference_scales();
    }

protected:
    explicit coefficient_prior(P coefficients) : coefficients_(std::move(coefficients)) {}

    /// Throws `invalid_argument` where the prior has another number of coefficients.
    inline void check_columns(std::size_t columns) const {
        if constexpr (ScaledPrior<P>) check_coefficients(coefficients_.coefficients(), columns);
    }

    P coefficients_;
};

}  // namespace firefly
