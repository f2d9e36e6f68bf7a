/// Models, bounds and priors as their definitions print them, each beside the shipped one that it stands for.
///
/// What enumeration, quadrature and the joint-distribution tests call the truth. Nothing here asks the shipped code what a likelihood, a
/// bound or a prior is; the formulas are those of the `…_problem.hpp`. A bound may be any function of θ: one quadratic, or several with
/// their regions. To test another bound, specialise `bound_by_definition`.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

import firefly.external;

namespace firefly::testing {

// ---- likelihoods: the name, log L of a target given its predictors, and a draw of the target ----

inline std::string model_name(logistic const&) {
    return "logistic";
}
inline std::string model_name(softmax const&) {
    return "softmax";
}
inline std::string model_name(student_t const&) {
    return "Student-t";
}

inline std::string model_name(poisson const&) {
    return "Poisson";
}
inline std::string model_name(negative_binomial const&) {
    return "negative binomial";
}
inline std::string model_name(gamma_likelihood const&) {
    return "gamma";
}
inline std::string model_name(probit const&) {
    return "probit";
}
inline std::string model_name(gaussian const&) {
    return "Gaussian";
}
inline std::string model_name(log_cosh const&) {
    return "log-cosh";
}
inline std::string model_name(huber const&) {
    return "Huber";
}

inline double log_likelihood(logistic const&, double target, numbers const& eta) {
    return -std::log1p(std::exp(-(2 * target - 1) * eta[0]));
}

inline double log_likelihood(softmax const&, double target, numbers const& eta) {
    double sum = 0;
    for (double const e : eta) sum += std::exp(e);
    return eta[static_cast<std::size_t>(target)] - std::log(sum);
}

inline double log_likelihood(student_t const& noise, double target, numbers const& eta) {
    return printed_log_student_t((target - eta[0]) / noise.scale(), noise.degrees_of_freedom(), noise.scale());
}

inline double log_likelihood(poisson const&, double target, numbers const& eta) {
    return target * eta[0] - std::exp(eta[0]) - std::lgamma(target + 1);
}

inline double log_likelihood(negative_binomial const& counts, double target, numbers const& eta) {
    double const r = counts.size(), mean = std::exp(eta[0]);
    return std::lgamma(target + r) - std::lgamma(r) - std::lgamma(target + 1) + r * std::log(r / (r + mean)) +
           target * std::log(mean / (r + mean));
}

inline double log_likelihood(gamma_likelihood const& positive, double target, numbers const& eta) {
    double const a = positive.shape(), rate = a / std::exp(eta[0]);
    return a * std::log(rate) + (a - 1) * std::log(target) - rate * target - std::lgamma(a);
}

inline double log_likelihood(probit const&, double target, numbers const& eta) {
    return std::log(std::erfc(-(2 * target - 1) * eta[0] / std::sqrt(2.0)) / 2);
}

inline double log_likelihood(gaussian const& noise, double target, numbers const& eta) {
    double const r = (target - eta[0]) / noise.scale();
    return -r * r / 2 - std::log(noise.scale() * std::sqrt(2 * 3.14159265358979323846));
}

inline double log_likelihood(log_cosh const& noise, double target, numbers const& eta) {
    return -std::log(std::cosh((target - eta[0]) / noise.scale())) - std::log(3.14159265358979323846 * noise.scale());
}

/// Up to the constant that makes it a density.
inline double log_likelihood(huber const& noise, double target, numbers const& eta) {
    double const k = noise.threshold(), r = std::abs(target - eta[0]) / noise.scale();
    return r <= k ? -r * r / 2 : -k * r + k * k / 2;
}

inline double draw_target(logistic const&, numbers const& eta, random_source& random) {
    return random.uniform() < 1 / (1 + std::exp(-eta[0])) ? 1 : 0;
}

inline double draw_target(softmax const& likelihood, numbers const& eta, random_source& random) {
    double left = random.uniform();
    std::size_t k = 0;
    while (k + 1 < eta.size() && (left -= std::exp(log_likelihood(likelihood, static_cast<double>(k), eta))) > 0) ++k;
    return static_cast<double>(k);
}

/// A normal over the root of an independent χ²/ν, which is a sum of ν squares: ν must be a whole number.
inline double draw_target(student_t const& noise, numbers const& eta, random_source& random) {
    numbers normals(1 + static_cast<std::size_t>(noise.degrees_of_freedom()));
    random.normals(normals);
    double square = 0;
    for (std::size_t i = 1; i < normals.size(); ++i) square += normals[i] * normals[i];
    return eta[0] + noise.scale() * normals[0] / std::sqrt(square / noise.degrees_of_freedom());
}

/// A count whose distribution is given by that of zero and by P(y + 1)/P(y) = ratio(y).
template <class Ratio>
double draw_count(double none, Ratio const& ratio, random_source& random) {
    double left = random.uniform() - none, probability = none, count = 0;
    for (; left > 0 && probability > 0; ++count) left -= probability *= ratio(count);
    return count;
}

inline double draw_target(poisson const&, numbers const& eta, random_source& random) {
    double mean = std::exp(eta[0]), sum = 0;
    // In parts: e^{−μ} is no number where μ is large.
    for (; mean > 0; mean -= 500) {
        double const part = std::min(mean, 500.0);
        sum += draw_count(std::exp(-part), [&](double y) { return part / (y + 1); }, random);
    }
    return sum;
}

/// A sum of exponential draws: the shape must be a whole number.
inline double draw_target(gamma_likelihood const& positive, numbers const& eta, random_source& random) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(positive.shape()); ++i) sum += random.exponential();
    return sum * std::exp(eta[0]) / positive.shape();
}

/// Poisson with a gamma mean: the size must be a whole number.
inline double draw_target(negative_binomial const& counts, numbers const& eta, random_source& random) {
    double const mean = draw_target(gamma_likelihood({.shape = counts.size()}), eta, random);
    return draw_target(poisson{}, {std::log(mean)}, random);
}

inline double draw_normal(random_source& random) {
    double x = 0;
    random.normals({&x, 1});
    return x;
}

inline double draw_target(probit const&, numbers const& eta, random_source& random) {
    return eta[0] + draw_normal(random) > 0 ? 1 : 0;
}

inline double draw_target(gaussian const& noise, numbers const& eta, random_source& random) {
    return eta[0] + noise.scale() * draw_normal(random);
}

inline double draw_target(log_cosh const& noise, numbers const& eta, random_source& random) {
    return eta[0] + noise.scale() * std::log(std::tan(3.14159265358979323846 / 2 * random.uniform()));
}

/// Normal in the middle, exponential in the tails.
inline double draw_target(huber const& noise, numbers const& eta, random_source& random) {
    double const k = noise.threshold(), pi = 3.14159265358979323846;
    double const middle = std::sqrt(2 * pi) * std::erf(k / std::sqrt(2.0)), tails = 2 * std::exp(-k * k / 2) / k;
    double r = 0;
    if (random.uniform() * (middle + tails) > middle) {
        r = k + random.exponential() / k;
        if (random.uniform() < 0.5) r = -r;
    } else {
        do r = draw_normal(random);
        while (std::abs(r) > k);
    }
    return eta[0] + noise.scale() * r;
}

// ---- priors: `naive_log_prior`, a draw, and the variance of a coordinate ----

inline void draw_prior(gaussian_prior const& prior, random_source& random, vector_out theta) {
    random.normals(theta);
    for (double& t : theta) t *= prior.scale();
}

inline void draw_prior(laplace_prior const& prior, random_source& random, vector_out theta) {
    for (double& t : theta) t = prior.scale() * (random.exponential() - random.exponential());
}

inline double variance(gaussian_prior const& prior) {
    return prior.scale() * prior.scale();
}

inline double variance(laplace_prior const& prior) {
    return 2 * prior.scale() * prior.scale();
}

// ---- bounds: log B given the predictors and those of contact, where an untuned bound touches, and the curvature within a region. That
// one is the shipped code's: tests/bounds/interval.cpp compares it with all secants. ----

template <class Bound>
struct bound_by_definition;

template <>
struct bound_by_definition<jaakkola_jordan> {
    using likelihood = logistic;
    static double log_bound(logistic const&, double target, numbers const& eta, numbers const& contact) {
        return printed_log_bound((2 * target - 1) * eta[0], contact[0]);
    }
    static numbers own_contact(logistic const&, double target, double xi) { return {(2 * target - 1) * xi}; }
    static jaakkola_jordan untuned(auto const& model, double xi) { return jaakkola_jordan::untuned(model, xi); }
    static numbers inner_curvature(logistic const&, double, numbers const& contact, numbers const& variance,
                                   ellipsoid const& region) {
        return {jaakkola_jordan_curvature::within(contact[0], region.reach(variance[0]))};
    }
};

template <class Bound>
struct softmax_bound_by_definition {
    using likelihood = softmax;
    static double log_bound(softmax const&, double target, numbers const& eta, numbers const& contact) {
        return static_cast<double>(printed_log_bound<Bound>(exact_numbers(eta.begin(), eta.end()),
                                                            exact_numbers(contact.begin(), contact.end()),
                                                            static_cast<std::size_t>(target)));
    }
    static numbers own_contact(softmax const& model, double target, double lift) {
        numbers contact(model.width());
        contact[static_cast<std::size_t>(target)] = lift;
        return contact;
    }
    static Bound untuned(auto const& model, double lift) { return Bound::untuned(model, lift); }
    /// Whichever has the smaller trace.
    static numbers inner_curvature(softmax const&, double, numbers const& contact, numbers const& covariance,
                                   ellipsoid const& region) {
        std::size_t const width = contact.size();
        auto const printed = printed_curvature(static_cast<Bound const*>(nullptr), exact_numbers(contact.begin(), contact.end()));
        numbers everywhere, within(width * width);
        for (auto const& row : printed) everywhere.insert(everywhere.end(), row.begin(), row.end());
        softmax_interval::write_out(contact, softmax_interval::most(softmax_interval::reach(region, covariance, width)), within);
        return dot(within, covariance) <= dot(everywhere, covariance) ? within : everywhere;
    }
};

template <>
struct bound_by_definition<bohning> : softmax_bound_by_definition<bohning> {};
template <>
struct bound_by_definition<jebara_choromanska> : softmax_bound_by_definition<jebara_choromanska> {};

template <>
struct bound_by_definition<student_t_bound> {
    using likelihood = student_t;
    static double log_bound(student_t const& noise, double target, numbers const& eta, numbers const& contact) {
        return printed_log_student_t_bound((target - eta[0]) / noise.scale(), (target - contact[0]) / noise.scale(),
                                           noise.degrees_of_freedom(), noise.scale());
    }
    static numbers own_contact(student_t const&, double target, double) { return {target}; }
    static student_t_bound untuned(auto const& model, double) { return student_t_bound::untuned(model); }
    static numbers inner_curvature(student_t const& noise, double target, numbers const& contact, numbers const& variance,
                                   ellipsoid const& region) {
        return {noise.curvature_within((target - contact[0]) / noise.scale(), region.reach(variance[0]))};
    }
};

/// Of likelihoods that know their secants. κ is the shipped code's, too: tests/models compare it with all secants.
template <class L>
struct bound_by_definition<tangent_bound<secant_curvature<L>>> {
    using likelihood = L;
    static double log_bound(L const& family, double target, numbers const& eta, numbers const& contact) {
        double const step = eta[0] - contact[0];
        return testing::log_likelihood(family, target, contact) + family.derivative_of(target, contact[0]) * step -
               family.secants_within(target, contact[0], -infinity, infinity).most * step * step / 2;
    }
    /// `stretch` is by how much a ring is wider than the region. ∞ stands for a datum that has no bound there.
    static numbers inner_curvature(L const& family, double target, numbers const& contact, numbers const& variance,
                                   ellipsoid const& region, double stretch = 1) {
        double const reach = region.reach(variance[0]) * stretch;
        double k = family.secants_within(target, contact[0], -reach, reach).most;
        if (stretch == 1) k = round_up(k);  // as it is kept
        return {L::has_bound_everywhere || k * reach * reach / 2 <= 1e6 ? k : infinity};
    }
};

/// Whether a bound has rings without end.
template <class Bound>
constexpr bool has_rings = false;
template <class L>
constexpr bool has_rings<tangent_bound<secant_curvature<L>>> = !L::has_bound_everywhere;

// ---- a posterior with its bound ----

/// A region, and the inverse of its precision's factor, by which every datum's predictors are measured.
struct measuring_region : ellipsoid {
    measuring_region(cholesky precision, double radius) : ellipsoid(precision, radius), inverse(std::move(precision)) {}
    triangular_inverse inverse;
};

/// Targets are given to each function, since joint-distribution tests draw them. Without an anchor the bound is untuned, with its one
/// constant (ξ or lift). With an anchor it may be sharper within a region.
template <class Bound, Prior P>
struct by_definition {
    using definition = bound_by_definition<Bound>;

    typename definition::likelihood likelihood;
    P prior;
    matrix features;
    std::optional<vector> anchor = {};
    double constant = 0;
    std::optional<measuring_region> region = {};

    std::size_t rows() const { return features.shape(0); }
    std::size_t dimension() const { return likelihood.width() * features.shape(1); }

    numbers predictors(std::size_t n, vector_view theta) const {
        numbers eta(likelihood.width());
        for (std::size_t k = 0; k < eta.size(); ++k)
            for (std::size_t d = 0; d < features.shape(1); ++d) eta[k] += features(n, d) * theta[k * features.shape(1) + d];
        return eta;
    }
    double log_prior(vector_view theta) const { return naive_log_prior(prior, theta); }
    double log_likelihood(std::size_t n, double target, vector_view theta) const {
        return testing::log_likelihood(likelihood, target, predictors(n, theta));
    }
    double log_bound(std::size_t n, double target, vector_view theta) const {
        if (region) {
            vector const d = to_vector(theta) - *anchor;
            double const square = region->squared_distance(as_view(d));
            if (region->reaches(square)) return inner_log_bound(n, target, theta, 1);
            if constexpr (has_rings<Bound>) {
                double stretch = 1.5;
                while (!region->reaches(square / stretch / stretch)) stretch *= 1.5;
                return inner_log_bound(n, target, theta, stretch);
            }
        }
        return definition::log_bound(likelihood, target, predictors(n, theta), contact(n, target));
    }

    auto model(vector const& targets) const { return posterior(likelihood, prior, dense_rows(features, targets)); }
    /// Some problems have a table of all whitened rows, others whiten on demand.
    auto target(vector const& targets) const {
        auto const shipped = model(targets);
        std::size_t const white_bytes = features.shape(0) % 2 == 0 ? 0 : 1'000'000;
        return joint(shipped, bound(shipped), white_bytes);
    }
    /// Thinning with tables made of these data; the bound must be anchored. Where there is no region any metric will do.
    auto thinned(vector const& targets) const {
        matrix precision = zeros(dimension(), dimension());
        for (std::size_t i = 0; i < dimension(); ++i) precision(i, i) = 1.5;
        cholesky const metric = region ? region->precision() : cholesky(precision);
        auto const shipped = target(targets);
        return make_thinned_gibbs(survey(shipped.model(), shipped.bound(), metric), as_view(*anchor), metric);
    }

private:
    static constexpr bool can_be_untuned =
        requires(double x) { definition::own_contact(std::declval<typename definition::likelihood>(), x, x); };

    numbers contact(std::size_t n, double target) const {
        if constexpr (can_be_untuned)
            if (!anchor) return definition::own_contact(likelihood, target, constant);
        return predictors(n, as_view(*anchor));
    }

    Bound bound(auto const& shipped) const {
        if (region) return Bound::anchored(shipped, *anchor, *region);
        if constexpr (!has_rings<Bound>)
            if (anchor) return Bound::anchored(shipped, *anchor);
        if constexpr (can_be_untuned)
            return definition::untuned(shipped, constant);
        else
            throw invalid_argument("by_definition: this bound needs an anchor, or a region");
    }

    /// ℓ(η*) + ∇ℓ(η*)·δ − ½δᵀSδ.
    double inner_log_bound(std::size_t n, double target, vector_view theta, [[maybe_unused]] double stretch) const {
        std::size_t const width = likelihood.width();
        numbers const contact = predictors(n, as_view(*anchor)), eta = predictors(n, theta);
        numbers slope(width), covariance(width * width);
        predictor_covariances(region->inverse, {features.data() + n * features.shape(1), 1, features.shape(1)}, width, covariance);
        likelihood.derivatives(std::span(&target, 1), contact, slope);
        numbers curvature;
        if constexpr (has_rings<Bound>)
            curvature = definition::inner_curvature(likelihood, target, contact, covariance, *region, stretch);
        else
            curvature = definition::inner_curvature(likelihood, target, contact, covariance, *region);
        if (curvature[0] == infinity) return -infinity;
        double sum = testing::log_likelihood(likelihood, target, contact);
        for (std::size_t k = 0; k < width; ++k) {
            sum += slope[k] * (eta[k] - contact[k]);
            for (std::size_t l = 0; l < width; ++l)
                sum -= (eta[k] - contact[k]) * curvature[k * width + l] * (eta[l] - contact[l]) / 2;
        }
        return sum;
    }
};

/// The same with its types erased, so that whoever runs many of them is compiled once.
struct problem {
    std::string name, model;
    std::size_t rows, columns, width, dimension;
    bool is_anchored;
    double prior_variance;  // of a coordinate
    std::function<void(random_source&, vector_out theta)> draw_prior;
    std::function<double(random_source&, std::size_t n, vector_view theta)> draw_target;
    std::function<double(vector_view theta)> log_prior;
    std::function<double(std::size_t n, vector_view theta)> predictor;  // the first of them
    std::function<double(std::size_t n, double target, vector_view theta)> log_likelihood, log_bound;
    std::function<any_firefly_density(vector const& targets, vector_view theta)> firefly;  // shipped, all dark
    std::function<any_density(vector const& targets, vector_view theta)> regular;          // shipped
    std::function<any_updater(vector const& targets)> thinned;                             // shipped; where it is anchored

    double bright_probability(std::size_t n, double target, vector_view theta) const {
        return -std::expm1(log_bound(n, target, theta) - log_likelihood(n, target, theta));
    }
};

template <class Bound, Prior P>
problem erase(std::string name, by_definition<Bound, P> const& d) {
    return {
        std::move(name),
        model_name(d.likelihood),
        d.rows(),
        d.features.shape(1),
        d.likelihood.width(),
        d.dimension(),
        d.anchor.has_value(),
        variance(d.prior),
        [d](random_source& random, vector_out theta) { draw_prior(d.prior, random, theta); },
        [d](random_source& random, std::size_t n, vector_view theta) {
            return draw_target(d.likelihood, d.predictors(n, theta), random);
        },
        [d](vector_view theta) { return d.log_prior(theta); },
        [d](std::size_t n, vector_view theta) { return d.predictors(n, theta)[0]; },
        [d](std::size_t n, double target, vector_view theta) { return d.log_likelihood(n, target, theta); },
        [d](std::size_t n, double target, vector_view theta) { return d.log_bound(n, target, theta); },
        [d](vector const& targets, vector_view theta) { return any_firefly_density(firefly_density(d.target(targets), theta)); },
        [d](vector const& targets, vector_view theta) { return any_density(regular_density(d.model(targets), theta)); },
        [d](vector const& targets) { return any_updater(d.thinned(targets)); }};
}

/// All data whose `is_bright` is set become so, in ascending order. Those without a bound are bright already.
inline void light(any_firefly_density& density, std::vector<bool> const& is_bright) {
    std::vector<row_index> bright;
    for (row_index n = 0; n < is_bright.size(); ++n)
        if (is_bright[n] && !density.brightness().is_bright(n)) bright.push_back(n);
    density.request(bright);
    density.collect();
    for (std::size_t i = 0; i < bright.size(); ++i) density.brighten(i);
}

}  // namespace firefly::testing
