/// Who has learned scales: checked by the compiler; running it only says that it compiled.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly;
import firefly.external;

using namespace firefly;

namespace {

using scaled_posterior = posterior<logistic, composed_prior, dense_rows>;
using plain_posterior = posterior<logistic, gaussian_prior, dense_rows>;

}  // namespace

TEST_CASE("a composed prior makes densities with scales, and no other prior does") {
    static_assert(ScaledPrior<composed_prior> && !ScaledPrior<gaussian_prior> && !ScaledPrior<laplace_prior>);
    static_assert(ScaledFactors<firefly_density<scaled_posterior, jaakkola_jordan>>);
    static_assert(ScaledDensity<regular_density<scaled_posterior>>);
    static_assert(!ScaledDensity<firefly_density<plain_posterior, jaakkola_jordan>> &&
                  !ScaledDensity<regular_density<plain_posterior>>);
    static_assert(ScaledFactors<archetype::scaled_factored_density> && !ScaledFactors<archetype::scaled_density>);
    CHECK(true);
}

TEST_CASE("a density that could have scales and has none says so") {
    plain_posterior const model(logistic{}, gaussian_prior(1), dense_rows(matrix{{1.0}, {2.0}}, vector{0.0, 1.0}));
    any_density const erased{regular_density(model, as_view(zeros(1)))};
    CHECK_FALSE(has_scales(erased));
    CHECK_FALSE(has_scales(regular_density(model, as_view(zeros(1)))));
    scaled_posterior const scaled(logistic{}, composed_prior({prior_term::half_cauchy(1, 1)}), model.rows());
    CHECK(has_scales(any_density{regular_density(scaled, as_view(zeros(1)))}));
}
