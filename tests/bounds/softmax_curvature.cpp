/// What holds for every quadratic bound on the softmax likelihood.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// One datum of class 0 with x = 1: θ is η.
softmax_posterior single(std::size_t classes) {
    return make_softmax(matrix_of({{1}}), vector_of({0}), classes, 1);
}

/// A datum with x = 1, annotated, at θ − anchor = d.
struct lone_datum {
    batch<softmax_notes> data;
    evaluation values;

    lone_datum(std::size_t classes) : data(1) {
        data.resize(1);
        data.copy(0)[0] = 1;
        data.target[0] = 0;
        values.resize(1, classes);
    }

    template <class Bound>
    double gap(Bound const& bound, numbers const& d) {
        bound.annotate(data);
        std::ranges::copy(d, values.delta.begin());
        bound.gap(0, data, values);
        return values.gap[0];
    }

    template <class Bound>
    numbers slope(Bound const& bound, numbers const& d) {
        gap(bound, d);
        numbers result(d.size());
        bound.slope(0, data, values, result);
        return result;
    }
};

struct place {
    numbers contact;
    std::vector<numbers> steps;
};

/// Contacts of 2 to 50 classes from 0 to ±1000, with steps from 1e-12 to 2000 in random directions, along one class, and to where
/// two classes have changed places (where the bound touches again for K = 2).
std::vector<place> places() {
    std::vector<place> result;
    std::uint64_t seed = 400;
    for (std::size_t const classes : {2u, 3u, 4u, 10u, 50u})
        for (double const spread : {0.0, 1e-5, 1e-4, 0.1, 1.0, 3.0, 10.0, 100.0, 1000.0}) {
            place at{numbers(classes), {numbers(classes, 0.0)}};
            random_source({.seed = seed++}).normals(at.contact);
            for (double& e : at.contact) e = std::clamp(spread * e, -1e3, 1e3);
            if (spread == 10) std::ranges::fill(at.contact, at.contact[0]), at.contact[1] += 1e3;  // one class far ahead
            for (double size = 1e-12; size < 2e3; size *= 9) {
                numbers step(classes), single_step(classes, 0.0);
                random_source({.seed = seed++}).normals(step);
                for (double& s : step) s *= size;
                single_step[seed % classes] = seed % 2 == 0 ? size : -size;
                at.steps.insert(at.steps.end(), {step, single_step});
            }
            for (double const share : {1 - 1e-6, 1.0, 1 + 1e-12}) {
                numbers swap(classes, 0.0);
                swap[0] = share * (at.contact[1] - at.contact[0]);
                swap[1] = -swap[0];
                at.steps.push_back(swap);
            }
            result.push_back(at);
        }
    return result;
}

exact_numbers exact(numbers const& v) {
    return {v.begin(), v.end()};
}

/// Terms of size η, δ and δᵀSδ have been added: what their rounding is measured against.
double scale_of(numbers const& contact, numbers const& step, double square) {
    double largest = 1;
    for (double const e : contact) largest = std::max(largest, std::abs(e));
    for (double const s : step) largest = std::max(largest, std::abs(s));
    return largest + square;
}

template <class Bound>
double collapsed_value(Bound const& bound, vector_view theta) {
    numbers d(theta.size()), scratch(theta.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = theta[i] - bound.anchor()[i];
    return bound.collapsed(0).value(d, scratch);
}

template <class Bound>
std::string name() {
    return std::same_as<Bound, bohning> ? "bohning" : "jebara_choromanska";
}

}  // namespace

TEST_CASE_TEMPLATE("a softmax bound never exceeds the likelihood, for 2 to 50 classes and predictors up to 1000", B, bohning,
                   jebara_choromanska) {
    for (auto const& [contact, steps] : places()) {
        auto const bound = B::anchored(single(contact.size()), to_vector(contact));
        lone_datum datum(contact.size());
        for (numbers const& step : steps) {
            CAPTURE(contact);
            CAPTURE(step);
            CHECK(datum.gap(bound, step) >= 0);
        }
    }
}

TEST_CASE_TEMPLATE("a softmax bound's gap and slope are those of its printed form, in long double", B, bohning,
                   jebara_choromanska) {
    for (auto const& [contact, steps] : places()) {
        auto const curvature = printed_curvature(static_cast<B const*>(nullptr), exact(contact));
        auto const bound = B::anchored(single(contact.size()), to_vector(contact));
        lone_datum datum(contact.size());
        for (numbers const& step : steps) {
            CAPTURE(contact);
            CAPTURE(step);
            exact_numbers moved(contact.size()), p = probabilities(exact(contact));
            long double fall = -lse(exact(contact));
            for (std::size_t k = 0; k < step.size(); ++k) {
                moved[k] = static_cast<long double>(contact[k]) + step[k];
                fall -= p[k] * step[k];
            }
            fall += lse(moved);
            double const half = static_cast<double>(half_square(curvature, exact(step)));
            double const scale = scale_of(contact, step, half);
            CHECK(std::abs(datum.gap(bound, step) - (half - static_cast<double>(fall))) < 2e-14 * scale);

            auto const after = probabilities(moved);
            numbers const slope = datum.slope(bound, step);
            for (std::size_t k = 0; k < step.size(); ++k) {
                long double expected = p[k] - after[k];
                for (std::size_t l = 0; l < step.size(); ++l)
                    expected += curvature[k][l] * (static_cast<long double>(step[l]) - step[0]);
                CHECK(std::abs(slope[k] - static_cast<double>(expected)) < 2e-14 * scale);
            }
        }
    }
}

TEST_CASE_TEMPLATE("a softmax bound's gap vanishes to second order at the anchor, with the curvature that it has in excess", B,
                   bohning, jebara_choromanska) {
    for (numbers const& contact : {numbers{0.3, -1, 2}, numbers{0, 5, 1, 1}, numbers{3, -2}}) {
        auto const curvature = printed_curvature(static_cast<B const*>(nullptr), exact(contact));
        auto const p = probabilities(exact(contact));
        auto const bound = B::anchored(single(contact.size()), to_vector(contact));
        lone_datum datum(contact.size());
        CHECK(datum.gap(bound, numbers(contact.size(), 0.0)) == 0);
        for (double const size : {1e-12, 1e-8, 1e-5}) {
            numbers step(contact.size());
            random_source({.seed = 66}).normals(step);
            for (double& s : step) s *= size;
            long double mean = 0, spread = 0;
            for (std::size_t k = 0; k < step.size(); ++k) mean += p[k] * step[k];
            for (std::size_t k = 0; k < step.size(); ++k) spread += p[k] * (step[k] - mean) * (step[k] - mean);
            auto const excess = static_cast<double>(half_square(curvature, exact(step)) - spread / 2);
            CHECK(datum.gap(bound, step) == doctest::Approx(excess).epsilon(10 * size + 1e-12).scale(0));
        }
    }
}

TEST_CASE_TEMPLATE("a collapsed softmax bound is the sum of the printed ones at random θ, anchored and untuned", B, bohning,
                   jebara_choromanska) {
    // 6 points, seeds 100 to 105; relative error 1e-12; the second model is larger than a block
    for (auto const& model : {awkward_softmax(), synthetic_softmax(5000, 3, 3, 62)}) {
        std::size_t const classes = model.likelihood().width();
        vector const theta_star = near(as_view(zeros(model.dimension())), 0.5, 63);
        auto const anchored = B::anchored(model, theta_star);
        auto const level = B::untuned(model), lifted = B::untuned(model, 1.5);
        CHECK(anchored.regions() == 1);
        CHECK(anchored.region(as_view(theta_star)) == 0);
        CHECK(collapsed_value(anchored, as_view(theta_star)) ==
              doctest::Approx(naive_log_likelihood(model, as_view(theta_star))).epsilon(1e-13));
        for (std::uint64_t seed = 100; seed < 106; ++seed) {
            vector const theta = near(as_view(theta_star), 1, seed);
            long double at_anchor = 0, at_zero = 0, at_lift = 0;
            for (row_index n = 0; n < model.rows().rows(); ++n) {
                auto const d = datum_of(model, n);
                auto const eta = d.predictors(as_view(theta));
                exact_numbers lift(classes);
                at_zero += printed_log_bound<B>(eta, lift, d.target);
                lift[d.target] = 1.5;
                at_lift += printed_log_bound<B>(eta, lift, d.target);
                at_anchor += printed_log_bound<B>(eta, d.predictors(as_view(theta_star)), d.target);
            }
            CHECK(collapsed_value(anchored, as_view(theta)) == doctest::Approx(static_cast<double>(at_anchor)).epsilon(1e-12));
            CHECK(collapsed_value(level, as_view(theta)) == doctest::Approx(static_cast<double>(at_zero)).epsilon(1e-12));
            CHECK(collapsed_value(lifted, as_view(theta)) == doctest::Approx(static_cast<double>(at_lift)).epsilon(1e-12));
        }
    }
}

TEST_CASE_TEMPLATE("a collapsed softmax bound plus its gaps is the log likelihood, duplicates and a row of zeros included", B,
                   bohning, jebara_choromanska) {
    auto const model = awkward_softmax();
    vector const theta_star = near(as_view(zeros(12)), 0.5, 64);
    std::vector<row_index> all(12);
    for (row_index n = 0; n < 12; ++n) all[n] = n;
    for (auto const& bound : {B::anchored(model, theta_star), B::untuned(model), B::untuned(model, 1.5)})
        for (std::uint64_t seed = 120; seed < 130; ++seed) {
            vector const theta = near(as_view(theta_star), 1, seed);
            batch<softmax_notes> b(3);
            model.rows().request(all, b);
            model.rows().collect(b);
            bound.annotate(b);
            evaluation values;
            values.resize(12, 4);
            numbers d(12);
            for (std::size_t i = 0; i < 12; ++i) d[i] = theta(i) - bound.anchor()[i];
            predict(b.list(), d, values.delta);
            bound.gap(0, b, values);
            double sum = collapsed_value(bound, as_view(theta));
            for (double const gap : values.gap) {
                CHECK(gap >= 0);
                sum += gap;
            }
            CHECK(sum == doctest::Approx(naive_log_likelihood(model, as_view(theta))).epsilon(1e-12));
            if (bound.anchor()[0] != 0) CHECK(log_bright_factor(values.gap[5]) == -infinity);  // zeros: never bright
        }
}

TEST_CASE_TEMPLATE("a softmax datum is annotated alike in every batch, to the last bit", B, bohning, jebara_choromanska) {
    for (std::size_t const columns : {3u, 11u, 30u}) {
        auto const model = synthetic_softmax(53, columns, 3, 65);
        auto const bound = B::anchored(model, near(as_view(zeros(3 * columns)), 1, 66));
        auto const annotated = [&](std::vector<row_index> const& indices) {
            batch<softmax_notes> b(columns);
            model.rows().request(indices, b);
            model.rows().collect(b);
            bound.annotate(b);
            return b.notes.contact;
        };
        std::vector<row_index> all(53);
        for (row_index n = 0; n < 53; ++n) all[n] = n;
        auto const together = annotated(all);
        for (row_index n = 0; n < 53; ++n) CHECK(annotated({n}) == numbers(together.begin() + 3 * n, together.begin() + 3 * n + 3));
    }
}

TEST_CASE_TEMPLATE("an untuned softmax bound touches where all classes are alike, or where the datum's own is ahead", B, bohning,
                   jebara_choromanska) {
    auto const model = single(3);
    lone_datum datum(3);
    CHECK(datum.gap(B::untuned(model), {0, 0, 0}) == 0);
    CHECK(datum.gap(B::untuned(model), {0, 0, 1}) > 1e-4);
    auto const lifted = B::untuned(model, 1.5);
    CHECK(datum.gap(lifted, {1.5, 0, 0}) == 0);
    CHECK(datum.gap(lifted, {0, 1.5, 0}) > 1e-4);
    for (double const anchor : lifted.anchor()) CHECK(anchor == 0);
}

TEST_CASE_TEMPLATE("a softmax bound says what is wrong with its anchor and with its lift", B, bohning, jebara_choromanska) {
    auto const model = awkward_softmax();
    CHECK_THROWS_WITH_AS(B::anchored(model, zeros(3)),
                         (name<B>() + ": the anchor has 3 numbers but the model has 12 parameters").c_str(), invalid_argument);
    CHECK_THROWS_WITH_AS(B::untuned(model, infinity), (name<B>() + ": the lift of a datum's class must be finite, got inf").c_str(),
                         invalid_argument);
    CHECK_THROWS_AS(B::untuned(model, std::numeric_limits<double>::quiet_NaN()), invalid_argument);
}
