/// The anchor: the maximum of the posterior, by Newton's method, and the curvature there.
///
///     θ ← θ + H⁻¹ g,   g = ∇ log posterior,   H = −∇² log posterior (`expand`)
///
/// Halves the step until the posterior climbs by a share of what its slope promises. Where it is not concave, or the whole step
/// does not climb, a likelihood that knows a quadratic below itself lends that one's curvature to H (IRLS: such a step never falls);
/// any other H is made positive definite by a multiple of the identity. Stops when the squared Newton decrement gᵀH⁻¹g (the
/// distance to the maximum in posterior standard deviations, squared) is below the tolerance, H being the true one: any θ* is exact,
/// a rough one is only slower. Of a prior with kinks it sees the smoothed Gaussian part: `laplace_prior`. Where a prior is zero no step goes:
/// `ordinal_prior`. Nocedal & Wright 2006, algorithms 3.1 and 3.3. Cost: one pass over the rows per step, O(N K²D²); a handful of steps, most of them over a tenth of the rows
/// where there are many: from the maximum for those it is not far.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.samplers:anchor;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :expansion;

namespace firefly {

/// When Newton's method stops.
export struct newton_settings {
    std::size_t max_steps = 100;
    double tolerance = 1e-8;  // of the squared decrement
};

/// The maximum, and what is known there.
export struct anchor {
    vector theta;            // θ*
    cholesky precision;      // H there
    double log_posterior;    // up to a constant
    double decrement;        // gᵀH⁻¹g there
    std::size_t passes;      // over the rows, with the curvature
    std::size_t slopes = 0;  // and for the slope alone
};

/// How it was found, a sentence.
export std::string maximum_in_words(anchor const& at);

/// A likelihood that need not be concave, but knows the curvature of a quadratic that touches it at η and lies below it: it says so, or it
/// knows its secants and they have a largest.
template <class L>
concept KnowsBelow =
    requires(L const& likelihood, vector_view targets, vector_out out) { likelihood.bounding_curvature(targets, targets, out); };
template <class L>
concept BoundedBelow = KnowsBelow<L> || (SecantLikelihood<L> && L::has_bound_everywhere);

template <BoundedBelow L>
void fill_bounding_curvatures(L const& likelihood, vector_view targets, vector_view eta, vector_out out) {
    if constexpr (KnowsBelow<L>)
        likelihood.bounding_curvature(targets, eta, out);
    else
        for (std::size_t i = 0; i < eta.size(); ++i)
            out[i] = likelihood.secants_within(target_of<L>(targets, i), eta[i], -infinity, infinity).most;
}

/// The sum of these quadratics and of the prior's at θ: one pass.
template <Model M>
quadratic bounding_form(M const& model, vector_view theta) {
    auto const quadratics = sum_quadratics(model.rows(), [&](row_block const& block, quadratic_terms terms) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, theta, eta);
        std::ranges::fill(terms.constant, 0);
        std::ranges::fill(terms.slope, 0);
        fill_bounding_curvatures(model.likelihood(), block.target, eta, terms.weight);
    });
    return quadratics + model.prior().gaussian_part(theta);
}

/// Whether the prior is not zero at θ. No pass.
export template <Prior P>
bool is_possible(P const& prior, vector_view theta) {
    return prior.remainder(theta, as_view(zeros(theta.size()))) > -infinity;
}

/// Where to start from when nothing is known: where a prior says that is zero in places, or else at zero.
template <Model M>
vector first_guess(M const& model) {
    if constexpr (requires { model.prior().start(model.dimension()); })
        return model.prior().start(model.dimension());
    else
        return zeros(model.dimension());
}

/// The prior for a share of the rows, of one that has something of the data in it.
template <Prior P>
P prior_of_share(P const& prior, double share) {
    if constexpr (requires { prior.of_share(share); })
        return prior.of_share(share);
    else
        return prior;
}

void check_settings(newton_settings const& settings);
/// Nothing when H is not positive definite, but for rounding.
export std::optional<cholesky> factorise(matrix const& precision);
/// The same of the precision of a form.
export std::optional<cholesky> factorise(quadratic const& log_density);
/// Of H, or that of a form, with as much added to its diagonal as makes it positive definite.
cholesky factorise_with_ridge(matrix const& precision);
cholesky factorise_with_ridge(sparse_symmetric const& precision);
cholesky factorise_with_ridge(quadratic const& log_density);
/// H⁻¹g.
vector newton_step(cholesky const& precision, vector const& gradient);
[[noreturn]] void no_maximum(std::size_t passes, double decrement);
[[noreturn]] void not_concave(std::size_t passes);
[[noreturn]] void impossible_start();

/// By Newton's method from a start of one's own, such as the maximum under another prior. Throws as `find_map`, and `invalid_argument` for a start
/// where the prior is zero.
export template <Model M>
anchor climb_from(vector theta, M const& model, newton_settings settings) {
    using likelihood = std::remove_cvref_t<decltype(model.likelihood())>;
    constexpr bool bounded = BoundedBelow<likelihood>;
    // A largest secant may be far above the curvature: then its steps are too short, and a part of Newton's step is the longer way. Or the curvature is
    // next to nothing, where a likelihood is straight: then the largest secant leads there at once, and no part of Newton's step would. So where a
    // whole step fails, the two are tried in turn. Twelve parts, each shorter by twice the factor of the one before, reach down to 2^−66.
    constexpr bool is_hasty = bounded && !KnowsBelow<likelihood>;
    std::size_t failures = 0;
    if (!is_possible(model.prior(), as_view(theta))) impossible_start();
    quadratic here = expand(model, as_view(theta));
    std::size_t passes = 1;
    double decrement = infinity;

    // To the first of θ + step, θ + step/2, … where the posterior has risen enough: 1e-4 of the slope's promise (Nocedal & Wright
    // 2006, section 3.1), less what rounding may hide.
    auto const climb = [&](vector const& step, std::size_t trials) {
        double const rounding = 1e-12 * std::abs(here.constant());
        double factor = 0.5;
        for (double length = 1; trials > 0 && passes < settings.max_steps; length *= factor, --trials) {
            vector const proposal = theta + length * step;
            if (is_possible(model.prior(), as_view(proposal))) {
                quadratic there = expand(model, as_view(proposal));
                ++passes;
                if (there.constant() >= here.constant() + 1e-4 * length * decrement - rounding) {
                    theta = proposal;
                    here = std::move(there);
                    return true;
                }
            }
            if (is_hasty && length < 1) factor /= 2;
        }
        return false;
    };

    while (true) {
        std::optional<cholesky> precision = factorise(here);
        if (precision) {
            vector const step = newton_step(*precision, here.gradient());
            double const before = std::exchange(decrement, dot(as_view(step), as_view(here.gradient())));
            // Near a maximum the decrement falls to its square. Where classes are separable it falls to 1/e, far from any maximum.
            if (decrement < settings.tolerance && decrement < 0.1 * before)
                return {theta, std::move(*precision), here.constant(), decrement, passes};
            std::size_t const some = is_hasty && failures % 2 == 1 ? 12 : 1;
            if (climb(step, bounded ? some : settings.max_steps)) continue;
            ++failures;
        }
        if (passes >= settings.max_steps) no_maximum(passes, decrement);

        auto const ridged = [&] {
            if constexpr (bounded) {
                ++passes;
                return factorise_with_ridge(bounding_form(model, as_view(theta)));
            } else {
                return factorise_with_ridge(here);
            }
        };
        vector const step = newton_step(ridged(), here.gradient());
        decrement = dot(as_view(step), as_view(here.gradient()));
        if (!precision && decrement < settings.tolerance) not_concave(passes);
        if (!climb(step, settings.max_steps)) no_maximum(passes, decrement);
    }
}

/// H of all rows, from that of a sample with one row in `share`: H = prior + share (H_sample − prior of the sample).
matrix scale_up(cholesky const& precision, matrix const& prior, matrix const& prior_of_sample, double share);
/// Its factor, with a ridge where it needs one.
cholesky scaled_up(cholesky const& precision, quadratic const& prior, quadratic const& prior_of_sample, double share);

/// A place that is not far from the maximum, and the passes over all rows that it took, each for the slope alone.
struct approach {
    vector theta;
    std::size_t slopes = 0;
};

/// Newton's steps with the slope of all rows and the curvature of a sample of them, from the sample's maximum: that is some standard
/// deviations off in every direction, the curvature a few per cent, so that a step leaves a hundredth of the squared distance.
template <Model M>
approach climb_by_sample(anchor const& sample, M const& model, double share, double tolerance) {
    approach result{sample.theta};
    vector_view const start = as_view(sample.theta);
    cholesky const precision = scaled_up(sample.precision, model.prior().gaussian_part(start),
                                         prior_of_share(model.prior(), 1 / share).gaussian_part(start), share);
    for (double before = infinity;;) {
        vector const gradient = gradient_of(model, as_view(result.theta)), step = newton_step(precision, gradient);
        ++result.slopes;
        double const decrement = dot(as_view(step), as_view(gradient));
        if (!(decrement < before / 4)) return result;
        if (!is_possible(model.prior(), as_view(vector(result.theta + step)))) return result;
        result.theta += step;
        if (decrement < 20 * tolerance) return result;
        before = decrement;
    }
}

/// About where the maximum is: by a hundredth of the rows, then a tenth, then steps that see the slope of all. The first guess where there are
/// too few rows to be worth it, or a sample of them has no maximum.
template <Model M>
approach rough_start(M const& model, newton_settings settings) {
    approach near{first_guess(model)};
    double const tolerance = std::exchange(settings.tolerance, std::max(settings.tolerance, 0.1));
    for (std::size_t const stride : {100u, 10u}) {
        if (!has_many_blocks(model.rows(), stride)) continue;
        block_sample const rows(model.rows(), stride);
        double const share = static_cast<double>(model.rows().rows()) / static_cast<double>(rows.rows());
        posterior const sample(model.likelihood(), prior_of_share(model.prior(), 1 / share), rows);
        try {
            anchor const there = climb_from(near.theta, sample, settings);
            near = stride > 10 ? approach{there.theta} : climb_by_sample(there, model, share, tolerance);
        } catch (numerical_error const&) { return {first_guess(model)}; }
    }
    return near;
}

/// The maximum of the posterior. Throws `numerical_error` when there is none to be found.
export template <Model M>
anchor find_map(M const& model, newton_settings settings = {}) {
    check_settings(settings);
    approach const near = rough_start(model, settings);
    anchor at = climb_from(near.theta, model, settings);
    at.slopes = near.slopes;
    return at;
}

}  // namespace firefly
