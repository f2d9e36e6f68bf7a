/// Small posteriors whose joint distribution of (θ, z) is written down from its definition, not from the shipped code.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

export module firefly.testing:toys;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :enumeration;

namespace firefly::testing {

/// Logistic regression with the Jaakkola–Jordan bound in the paper's own form: log B = a y² + y/2 + c.
export struct logistic_toy {
    matrix features;
    vector target;
    double prior_scale;

    auto model() const { return posterior(logistic{}, gaussian_prior(prior_scale), dense_rows(features, target)); }

    /// p(θ) ∏ over bright (L − B) ∏ over dark B for every state, bounds touching at ξ_n = xi(n). Not normalised.
    template <class Xi>
    std::vector<double> joint_probabilities(state_space const& space, Xi const& xi) const {
        std::vector<double> result;
        for (std::size_t state = 0; state < space.size(); ++state) {
            vector const theta = space.theta(state);
            double probability = std::exp(-dot(as_view(theta), as_view(theta)) / (2 * prior_scale * prior_scale));
            for (std::size_t n = 0; n < target.size(); ++n) {
                double const y = (2 * target(n) - 1) * predictor(n, theta);
                double const x = std::abs(xi(n));
                double const a = x == 0 ? -0.125 : -std::tanh(x / 2) / (4 * x);
                double const c = -a * x * x - std::log(2 * std::cosh(x / 2));
                double const bound = std::exp(a * y * y + y / 2 + c);
                double const likelihood = 1 / (1 + std::exp(-y));
                probability *= space.bright(state, n) ? likelihood - bound : bound;
            }
            result.push_back(probability);
        }
        return result;
    }

    double predictor(std::size_t n, vector const& theta) const {
        double sum = 0;
        for (std::size_t d = 0; d < theta.size(); ++d) sum += features(n, d) * theta(d);
        return sum;
    }
};

/// Softmax regression, one feature: θ is a weight for each class.
export struct softmax_toy {
    std::vector<double> feature;
    std::vector<std::size_t> target;
    std::size_t classes;
    double prior_scale;

    auto model() const {
        matrix features = zeros(feature.size(), 1);
        vector targets = zeros(target.size());
        for (std::size_t n = 0; n < feature.size(); ++n) {
            features(n, 0) = feature[n];
            targets(n) = static_cast<double>(target[n]);
        }
        return posterior(softmax(classes), gaussian_prior(prior_scale), dense_rows(features, targets));
    }

    /// p(θ) ∏ over bright (L − B) ∏ over dark B for every state. `contact(n)` is the η* at which the bound of datum n touches,
    /// `curvature(η*)` its S: log B = η_t − [lse(η*) + p*·(η − η*) + ½ (η − η*)ᵀ S (η − η*)]. Not normalised.
    template <class Contact, class Curvature>
    std::vector<double> joint_probabilities(state_space const& space, Contact const& contact, Curvature const& curvature) const {
        std::vector<double> result;
        for (std::size_t state = 0; state < space.size(); ++state) {
            vector const theta = space.theta(state);
            double probability = std::exp(-dot(as_view(theta), as_view(theta)) / (2 * prior_scale * prior_scale));
            for (std::size_t n = 0; n < target.size(); ++n) {
                vector const at = contact(n);
                matrix const s = curvature(at);
                double log_bound = feature[n] * theta(target[n]) - log_sum_exp(at);
                for (std::size_t k = 0; k < classes; ++k) {
                    double const step = feature[n] * theta(k) - at(k);
                    log_bound -= std::exp(at(k) - log_sum_exp(at)) * step;
                    for (std::size_t l = 0; l < classes; ++l) log_bound -= step * s(k, l) * (feature[n] * theta(l) - at(l)) / 2;
                }
                double const likelihood = std::exp(feature[n] * theta(target[n]) - log_sum_exp(feature[n] * theta));
                double const bound = std::exp(log_bound);
                probability *= space.bright(state, n) ? likelihood - bound : bound;
            }
            result.push_back(probability);
        }
        return result;
    }

    static double log_sum_exp(vector const& eta) {
        double sum = 0;
        for (double const e : eta) sum += std::exp(e);
        return std::log(sum);
    }
};

/// Böhning's A = ½(I − 11ᵀ/K).
export inline matrix bohning_by_definition(vector const& contact) {
    std::size_t const size = contact.size();
    matrix a = zeros(size, size);
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t l = 0; l < size; ++l) a(k, l) = (k == l ? 0.5 : 0) - 0.5 / static_cast<double>(size);
    return a;
}

/// Jebara and Choromanska's recursion, in descending order of η*.
export inline matrix jebara_choromanska_by_definition(vector const& contact) {
    std::size_t const size = contact.size();
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < size; ++k) order.push_back(k);
    std::sort(order.begin(), order.end(),
              [&](std::size_t k, std::size_t l) { return contact(k) > contact(l) || (contact(k) == contact(l) && k < l); });
    matrix s = zeros(size, size);
    vector mean = zeros(size);
    mean(order[0]) = 1;
    double sum = std::exp(contact(order[0]));
    for (std::size_t i = 1; i < size; ++i) {
        std::size_t const k = order[i];
        double const a = contact(k) - std::log(sum);
        double const c = a == 0 ? 0.25 : std::tanh(a / 2) / (2 * a);
        vector v = -1.0 * mean;
        v(k) += 1;
        for (std::size_t l = 0; l < size; ++l)
            for (std::size_t m = 0; m < size; ++m) s(l, m) += c * v(l) * v(m);
        for (std::size_t l = 0; l < size; ++l) mean(l) += v(l) / (1 + std::exp(-a));
        sum += std::exp(contact(k));
    }
    return s;
}

/// Two data, three classes.
export inline softmax_toy three_classes() {
    return {{1.0, -1.4}, {2, 0}, 3, 1.2};
}

/// Three data, three classes; one row twice and one of zeros.
export inline softmax_toy awkward_classes() {
    return {{0.8, 0.8, 0.0}, {1, 1, 0}, 3, 2.0};
}

/// Three data, one parameter.
export inline logistic_toy one_parameter() {
    return {{{1.0}, {-0.7}, {2.2}}, {1.0, 1.0, 0.0}, 1.5};
}

/// Two data, two parameters.
export inline logistic_toy two_parameters() {
    return {{{1.0, 0.4}, {1.0, -1.3}}, {0.0, 1.0}, 0.8};
}

/// Four data, one parameter; one row twice and one row of zeros.
export inline logistic_toy awkward() {
    return {{{1.5}, {1.5}, {0.0}, {-0.4}}, {1.0, 1.0, 0.0, 1.0}, 2.0};
}

}  // namespace firefly::testing
