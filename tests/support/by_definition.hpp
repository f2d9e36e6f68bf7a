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

#include "support/likelihoods_by_definition.hpp"

import firefly.external;

namespace firefly::testing {

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

// ---- bounds: log B given the predictors and those of contact, where an untuned bound touches, and the curvature within a region or, where
// `stretch` is not 1, in a ring that is as many times as wide. That one is the shipped code's: tests/bounds/interval.cpp compares it with all
// secants. ----

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
                                   ellipsoid const& region, double stretch) {
        return {jaakkola_jordan_curvature::within(contact[0], region.reach(variance[0]) * stretch)};
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
    /// Whichever has the smaller trace within the region or the ring about it.
    static numbers inner_curvature(softmax const&, double, numbers const& contact, numbers const& covariance,
                                   ellipsoid const& region, double stretch) {
        std::size_t const width = contact.size();
        auto const printed = printed_curvature(static_cast<Bound const*>(nullptr), exact_numbers(contact.begin(), contact.end()));
        numbers everywhere, within(width * width);
        for (auto const& row : printed) everywhere.insert(everywhere.end(), row.begin(), row.end());
        double const spread = softmax_interval::reach(region, covariance, width) * stretch;
        softmax_interval::write_out(contact, softmax_interval::most(spread), within);
        if (dot(within, covariance) > dot(everywhere, covariance)) return everywhere;
        return within;
    }
};

template <>
struct bound_by_definition<bohning> : softmax_bound_by_definition<bohning> {};
template <>
struct bound_by_definition<jebara_choromanska> : softmax_bound_by_definition<jebara_choromanska> {};

/// All of it is that of a datum that counts once, times the weight.
template <class Bound, class Unweighted>
struct weighted_bound_by_definition {
    using likelihood = weighted_softmax;
    using once = bound_by_definition<Unweighted>;
    static double log_bound(weighted_softmax const& model, vector_view target, numbers const& eta, numbers const& contact) {
        return target[1] * once::log_bound(model.unweighted(), target[0], eta, contact);
    }
    static numbers own_contact(weighted_softmax const& model, double target, double lift) {
        return once::own_contact(model.unweighted(), target, lift);
    }
    static Bound untuned(auto const& model, double lift) { return Bound::untuned(model, lift); }
    static numbers inner_curvature(weighted_softmax const& model, vector_view target, numbers const& contact,
                                   numbers const& covariance, ellipsoid const& region, double stretch) {
        numbers result = once::inner_curvature(model.unweighted(), target[0], contact, covariance, region, stretch);
        for (double& s : result) s *= target[1];
        return result;
    }
};

template <>
struct bound_by_definition<weighted_bohning> : weighted_bound_by_definition<weighted_bohning, bohning> {};
template <>
struct bound_by_definition<weighted_jebara_choromanska>
    : weighted_bound_by_definition<weighted_jebara_choromanska, jebara_choromanska> {};

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
                                   ellipsoid const& region, double stretch) {
        return {noise.curvature_within((target - contact[0]) / noise.scale(), region.reach(variance[0]) * stretch)};
    }
};

/// Of likelihoods that know their secants. κ is the shipped code's, too: tests/models compare it with all secants.
template <class L>
struct bound_by_definition<tangent_bound<secant_curvature<L>>> {
    using likelihood = L;
    static double log_bound(L const& family, target_type<L> target, numbers const& eta, numbers const& contact) {
        double const step = eta[0] - contact[0];
        return testing::log_likelihood(family, target, contact) + slope(family, target, contact) * step -
               family.secants_within(target, contact[0], -infinity, infinity).most * step * step / 2;
    }
    /// ∞ stands for a datum that has no bound there.
    static numbers inner_curvature(L const& family, target_type<L> target, numbers const& contact, numbers const& variance,
                                   ellipsoid const& region, double stretch) {
        double const reach = region.reach(variance[0]) * stretch;
        double k = family.secants_within(target, contact[0], -reach, reach).most;
        if (stretch == 1) k = round_up(k);  // as it is kept
        return {L::has_bound_everywhere || k * reach * reach / 2 <= 1e6 ? k : infinity};
    }

private:
    static double slope(L const& family, target_type<L> const& target, numbers const& contact) {
        double result = 0;
        if constexpr (target_numbers<L> == 1)
            family.derivatives({&target, 1}, contact, {&result, 1});
        else
            family.derivatives(target, contact, {&result, 1});
        return result;
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
    measuring_region(cholesky precision, std::vector<double> radii)
        : ellipsoid(precision, std::move(radii)), spread(std::move(precision)) {}
    measuring_region(cholesky precision, double radius) : measuring_region(std::move(precision), std::vector{radius}) {}
    predictor_spread spread;
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
    matrix cases = zeros(0, 0);  // of each datum, where its target has more numbers than the one that is drawn

    std::size_t rows() const { return features.shape(0); }
    std::size_t dimension() const { return likelihood.width() * features.shape(1); }

    numbers predictors(std::size_t n, vector_view theta) const {
        numbers eta(likelihood.width());
        for (std::size_t k = 0; k < eta.size(); ++k)
            for (std::size_t d = 0; d < features.shape(1); ++d) eta[k] += features(n, d) * theta[k * features.shape(1) + d];
        return eta;
    }
    double log_prior(vector_view theta) const { return naive_log_prior(prior, theta); }
    /// All numbers of a target.
    numbers whole(std::size_t n, double target) const {
        numbers result{target};
        for (std::size_t k = 0; k < cases.shape(1); ++k) result.push_back(cases(n, k));
        return result;
    }
    double log_likelihood(std::size_t n, double target, vector_view theta) const {
        numbers const all = whole(n, target);
        return testing::log_likelihood(likelihood, shown(all), predictors(n, theta));
    }
    double draw(std::size_t n, vector_view theta, random_source& random) const {
        if constexpr (target_numbers<typename definition::likelihood> == 1)
            return draw_target(likelihood, predictors(n, theta), random);
        else
            return draw_target(likelihood, whole(n, 0), predictors(n, theta), random);
    }
    double log_bound(std::size_t n, double target, vector_view theta) const {
        double const stretch = region ? stretch_at(theta) : infinity;
        if (stretch < infinity) return inner_log_bound(n, target, theta, stretch);
        numbers const all = whole(n, target);
        return definition::log_bound(likelihood, shown(all), predictors(n, theta), contact(n, target));
    }

    auto model(vector const& targets) const {
        if constexpr (target_numbers<typename definition::likelihood> == 1) {
            return posterior(likelihood, prior, dense_rows(features, targets));
        } else {
            std::vector<case_number> numbers;
            for (std::size_t k = 0; k < cases.shape(1); ++k) numbers.push_back({.column = k});
            matrix all = zeros(rows(), features.shape(1) + cases.shape(1));
            for (std::size_t n = 0; n < rows(); ++n)
                for (std::size_t d = 0; d < all.shape(1); ++d)
                    all(n, d) = d < features.shape(1) ? features(n, d) : cases(n, d - features.shape(1));
            return posterior(likelihood, prior, cased_rows(dense_rows(all, targets), case_layout(cases.shape(1), numbers)));
        }
    }
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

    /// As functions of one datum take it.
    static auto shown(numbers const& all) { return target_of<typename definition::likelihood>(all, 0); }
    /// By how much the ring of a point is wider than the region; ∞ where the bound that holds everywhere takes over.
    double stretch_at(vector_view theta) const {
        vector const d = to_vector(theta) - *anchor;
        double const square = region->squared_distance(as_view(d));
        double stretch = 1;
        auto const is_beyond = [&] { return !region->reaches(square / stretch / stretch); };
        for (std::size_t k = 1; k < region->radii().size() && is_beyond(); ++k) stretch = region->radii()[k] / region->radius();
        while (has_rings<Bound> && is_beyond()) stretch *= 1.5;
        return is_beyond() ? infinity : stretch;
    }

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
    double inner_log_bound(std::size_t n, double target, vector_view theta, double stretch) const {
        std::size_t const width = likelihood.width();
        numbers const contact = predictors(n, as_view(*anchor)), eta = predictors(n, theta);
        numbers slope(width), covariance(width * width);
        region->spread.covariances(matrix_view(features.data() + n * features.shape(1), 1, features.shape(1)), width, covariance);
        numbers const all = whole(n, target);
        likelihood.derivatives(all, contact, slope);
        numbers const curvature = definition::inner_curvature(likelihood, shown(all), contact, covariance, *region, stretch);
        if (curvature[0] == infinity) return -infinity;
        double sum = testing::log_likelihood(likelihood, shown(all), contact);
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
        [d](random_source& random, std::size_t n, vector_view theta) { return d.draw(n, theta, random); },
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
