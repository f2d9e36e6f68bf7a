/// The prior of a regression whose noise has a scale σ, with all else that is a function of θ = (β̃, τ) = (β/σ, 1/σ) alone.
///
///     log p(θ) = W log τ + log p_β(β̃/τ) − D log τ + log p_σ(1/τ) − 2 log τ,   −∞ unless τ > 0
///
/// W is how many data there are, by weight: each brings the factor τ of its density (`noise_rows`). The next terms are the prior of β and
/// σ with their Jacobians, dβ = τ^{−D} dβ̃ and dσ = τ^{−2} dτ. Every coefficient brings its factor τ^{−1}, a flat one too. For a half-Cauchy σ
/// of scale a,
///
///     log p_σ(1/τ) − 2 log τ = −log(1 + (aτ)²) + constant
///
/// To second order about (β̃*, τ*), with t = (τ − τ*)/τ*, q = (aτ*)²/(1 + (aτ*)²) and s = qt(2 + t), the terms of τ leave
///
///     (W − D)[log(1 + t) − t + ½t²] − {[log(1 + s) − s + ½s²] − q²t³(2 + ½t)}
///
/// of the order W t³/3 = O(N^{−1/2}). The prior of β has an expansion about β* = β̃*/τ* of its own, slope g and precision P coordinate by
/// coordinate. v = β̃ − τβ* is linear in θ and zero at the origin, and β − β* = v/τ. So it leaves
///
///     g·v/τ* · t²/(1 + t) + ½ vᵀPv/τ*² · t(2 + t)/(1 + t)² + the remainder of the prior of β between β* and β
///
/// A coefficient whose scale is learned (`ScaledPrior`) has its prior on β̃_j = β_j/σ itself, β̃_j ~ N(0, s_g²), s_g in units of σ: on the scale of
/// the data its standard deviation is s_g σ. It brings no factor τ^{−1}, so that D counts the others only, and no term with τ: −½β̃_j²/s_g² is Gaussian
/// part about any origin, and nothing remains. Thus θ given s is what `ScaledPrior` says, and s moves without a look at τ, which has no scale.
///
/// Nothing cancels where t is small. −∂² log p alone need not be positive definite: −D log τ is convex. About an origin with τ* ≤ 0, such as
/// zero, there is no expansion: the whole is remainder there. Cost: O(D), and two logarithms.
module;
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

export module firefly.models:noise_prior;

import firefly.external;
import firefly.core;
import :coefficient_prior;
import :gaussian_prior;
import :laplace_prior;

namespace firefly {

/// The prior of σ, and where to look for it first.
export struct noise_settings {
    double prior_scale;  // a, of σ's half-Cauchy distribution
    double start = 1;    // a scale of the noise from which Newton's method may start
};

/// (W − D) log τ − log(1 + (aτ)²), with all W; D follows with the dimension.
class noise_scale_term {
public:
    /// Throws `invalid_argument` unless the weight is positive and finite and both settings lie between 1e-100 and 1e100.
    noise_scale_term(double weight, noise_settings settings);

    inline double weight() const { return weight_; }
    inline noise_settings const& settings() const { return settings_; }
    /// Value, slope and precision at τ > 0.
    coordinate_expansion expand(double tau, std::size_t coefficients) const;
    /// What is left at τ*(1 + t), t > −1, and its derivative by t.
    double remainder(double tau, double t, std::size_t coefficients) const;
    double slope_of_remainder(double tau, double t, std::size_t coefficients) const;

private:
    /// q.
    double share(double tau) const;

    double weight_;
    noise_settings settings_;
};

/// Of the coefficients, on the scale of the data: memory of this thread's own, allocated once.
struct noise_scratch {
    std::vector<double> origin, displacement, gradient;
    /// For this many coefficients.
    static noise_scratch& of(std::size_t coefficients);
};

/// The `Prior` of (β̃, τ), P being that of β.
export template <SeparablePrior P>
class noise_prior : public coefficient_prior<P> {
public:
    using coefficient_prior<P>::has_learned;
    using coefficient_prior<P>::is_learned;

    /// `weight` is how many data there are. Throws `invalid_argument` for one that is not positive, and for scales beyond 1e±100.
    noise_prior(P coefficients, double weight, noise_settings settings)
        : coefficient_prior<P>(std::move(coefficients)), scale_(weight, settings) {}

    inline noise_settings const& settings() const { return scale_.settings(); }

    /// Throws `invalid_argument` where scales are learned and there are other columns than coefficients.
    quadratic gaussian_part(vector_view origin) const {
        std::size_t const columns = origin.size() - 1;
        this->check_columns(columns);
        double const tau = origin[columns];
        if (!is_expanded(tau)) return part_of_learned(origin);
        coordinate_expansion const scale = scale_.expand(tau, count_on_data_scale(columns));
        double constant = scale.value, slope = scale.gradient, curvature = scale.precision;
        vector gradient = zeros(origin.size());
        std::vector<sparse_symmetric::entry> own, across;
        for (std::size_t j = 0; j < columns; ++j) {
            if (is_learned(j)) continue;
            double const beta = origin[j] / tau;
            auto const [value, g, p] = coefficients_.expand(j, beta);
            constant += value;
            slope -= g * beta / tau;
            curvature += (p * beta - 2 * g) * beta / (tau * tau);
            gradient(j) = g / tau;
            own.push_back({j, j, p / (tau * tau)});
            across.push_back({columns, j, (g - p * beta) / (tau * tau)});
        }
        gradient(columns) = slope;
        own.insert(own.end(), across.begin(), across.end());
        own.push_back({columns, columns, curvature});
        sparse_symmetric precision(origin.size(), own);
        bool const has_many = origin.size() >= least_sparse;
        quadratic result =
            has_many ? quadratic(constant, gradient, std::move(precision)) : quadratic(constant, gradient, precision.dense());
        if (has_learned()) result += part_of_learned(origin);
        return result;
    }

    double remainder(vector_view origin, vector_view displacement) const {
        std::size_t const columns = origin.size() - 1;
        double const from = origin[columns], tau = from + displacement[columns];
        if (!(tau > 0)) return -infinity;
        auto& [beta, move, unused] = noise_scratch::of(columns);
        std::size_t const counted = count_on_data_scale(columns);
        double sum = 0;
        if (!is_expanded(from)) {
            sum = scale_.expand(tau, counted).value;
            for (std::size_t j = 0; j < columns; ++j) {
                if (is_left_out(j, beta, move)) continue;
                beta[j] = (origin[j] + displacement[j]) / tau;
                move[j] = 0;
                sum += coefficients_.expand(j, beta[j]).value;
            }
        } else {
            double const t = displacement[columns] / from, slower = 1 / (1 + t);
            double slope = 0, bend = 0;
            for (std::size_t j = 0; j < columns; ++j) {
                if (is_left_out(j, beta, move)) continue;
                beta[j] = origin[j] / from;
                double const v = displacement[j] - beta[j] * displacement[columns];
                auto const [value, g, p] = coefficients_.expand(j, beta[j]);
                slope += g * v;
                bend += p * v * v;
                move[j] = v / tau;
            }
            sum = scale_.remainder(from, t, counted) + slope / from * (t * t * slower) +
                  0.5 * bend / (from * from) * (t * (2 + t) * slower * slower);
        }
        sum += coefficients_.remainder(beta, move);
        return std::isfinite(sum) ? sum : -infinity;  // beyond 1e100 or so
    }

    /// Nothing where τ ≤ 0.
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
        std::size_t const columns = origin.size() - 1;
        double const from = origin[columns], tau = from + displacement[columns];
        if (!(tau > 0)) return;
        auto& [beta, move, own] = noise_scratch::of(columns);
        std::size_t const counted = count_on_data_scale(columns);
        double of_tau = 0;
        if (!is_expanded(from)) {
            of_tau = scale_.expand(tau, counted).gradient;
            for (std::size_t j = 0; j < columns; ++j) {
                own[j] = 0;
                if (is_left_out(j, beta, move)) continue;
                beta[j] = (origin[j] + displacement[j]) / tau;
                move[j] = 0;
                own[j] = coefficients_.expand(j, beta[j]).gradient;
            }
        } else {
            double const t = displacement[columns] / from, slower = 1 / (1 + t);
            double const first = t * t * slower, second = t * (2 + t) * slower * slower;  // and their derivatives by t:
            double const of_first = second, of_second = 2 * slower * slower * slower;
            of_tau = scale_.slope_of_remainder(from, t, counted) / from;
            for (std::size_t j = 0; j < columns; ++j) {
                own[j] = 0;
                if (is_left_out(j, beta, move)) continue;
                beta[j] = origin[j] / from;
                double const v = displacement[j] - beta[j] * displacement[columns];
                auto const [value, g, p] = coefficients_.expand(j, beta[j]);
                double const by_v = g / from * first + p * v / (from * from) * second;
                gradient[j] += by_v;
                of_tau += -by_v * beta[j] + g * v / (from * from) * of_first + 0.5 * p * v * v / (from * from * from) * of_second;
                move[j] = v / tau;
            }
        }
        coefficients_.add_remainder_gradient(beta, move, own);
        for (std::size_t j = 0; j < columns; ++j) {
            gradient[j] += own[j] / tau;
            of_tau -= own[j] * (beta[j] + move[j]) / tau;
        }
        gradient[columns] += of_tau;
    }

    /// Where Newton's method may start: β = 0.
    vector start(std::size_t dimension) const {
        vector theta = zeros(dimension);
        theta(dimension - 1) = 1 / settings().start;
        return theta;
    }
    template <Random Source>
    void draw(Source& random, vector_out theta) const
        requires requires(P const& prior) { prior.draw(random, theta); }
    {
        coefficients_.draw(random, theta.first(theta.size() - 1));
        double const sigma = settings().prior_scale * portable::tan(std::numbers::pi / 2 * random.uniform());
        for (std::size_t j = 0; j + 1 < theta.size(); ++j)
            if (!is_learned(j)) theta[j] /= sigma;
        theta.back() = 1 / sigma;
    }
    /// The same for a share of the data.
    noise_prior of_share(double share) const { return {coefficients_, share * scale_.weight(), settings()}; }

    noise_prior with_scales(vector_view scales) const
        requires ScaledPrior<P>
    {
        return {coefficients_.with_scales(scales), scale_.weight(), settings()};
    }

private:
    using coefficient_prior<P>::coefficients_;

    /// Whether there is an expansion about this τ*.
    inline static bool is_expanded(double tau) { return tau > 1e-100; }
    /// −½Σβ̃_j²/s_g², which needs no expansion.
    quadratic part_of_learned(vector_view origin) const {
        if (!has_learned()) return quadratic(origin.size());
        double constant = 0;
        vector gradient = zeros(origin.size()), precision = zeros(origin.size());
        for (std::size_t j = 0; j < origin.size(); ++j) {
            if (!is_learned(j)) continue;
            auto const [value, g, p] = coefficients_.expand(j, origin[j]);
            constant += value;
            gradient(j) = g;
            precision(j) = p;
        }
        return {constant, gradient, diagonal{precision}};
    }
    /// D.
    inline std::size_t count_on_data_scale(std::size_t columns) const {
        std::size_t count = columns;
        if (has_learned())
            for (std::size_t j = 0; j < columns; ++j)
                if (is_learned(j)) --count;
        return count;
    }
    /// Whether nothing remains of coefficient j: then the prior of the others sees it at zero.
    inline bool is_left_out(std::size_t j, std::vector<double>& beta, std::vector<double>& move) const {
        if (!is_learned(j)) return false;
        beta[j] = move[j] = 0;
        return true;
    }

    noise_scale_term scale_;
};

static_assert(Prior<noise_prior<gaussian_prior>>);
static_assert(Prior<noise_prior<laplace_prior>>);

}  // namespace firefly
