/// Softmax bounds of data with weights: those of data that come as often.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Ten rows of two columns and three classes, whose weights are 0, 1, 2 or 3; and the same rows, each as often.
struct both {
    matrix features = zeros(10, 2), repeated;
    vector target = zeros(10), weight = zeros(10), repeated_target;

    both() {
        random_source({.seed = 71}).normals({features.data(), features.size()});
        std::vector<std::size_t> source;
        for (std::size_t n = 0; n < 10; ++n) {
            target(n) = static_cast<double>(n % 3);
            weight(n) = static_cast<double>(n % 4);
            for (double k = 0; k < weight(n); ++k) source.push_back(n);
        }
        repeated = zeros(source.size(), 2);
        repeated_target = zeros(source.size());
        for (std::size_t i = 0; i < source.size(); ++i) {
            repeated_target(i) = target(source[i]);
            for (std::size_t d = 0; d < 2; ++d) repeated(i, d) = features(source[i], d);
        }
    }

    auto weighted() const {
        matrix all = zeros(10, 3);
        for (std::size_t n = 0; n < 10; ++n) {
            for (std::size_t d = 0; d < 2; ++d) all(n, d) = features(n, d);
            all(n, 2) = weight(n);
        }
        return posterior(weighted_softmax(3), gaussian_prior(1),
                         cased_rows(dense_rows(all, target), case_layout(1, {{.column = 0}})));
    }
    auto whole() const { return make_softmax(repeated, repeated_target, 3, 1); }
    /// Each row once, whatever its weight.
    auto once() const { return make_softmax(features, target, 3, 1); }
};

vector const theta = vector_of({0.3, -0.5, 0.2, 0.8, -0.4, 0.1});

/// All ten data, annotated.
template <class Bound>
batch<softmax_notes> all_data(auto const& model, Bound const& bound) {
    batch<softmax_notes> data(layout_of(model.rows()));
    std::vector<row_index> indices(10);
    std::iota(indices.begin(), indices.end(), row_index{0});
    model.rows().request(indices, data);
    model.rows().collect(data);
    bound.annotate(data);
    return data;
}

/// Sums are those of the repeated rows; what a datum has is that of one that counts once, times its weight. In all regions.
template <class Weighted, class Plain>
void check_weights(both const& problem, Weighted const& bound, Plain const& whole, Plain const& once) {
    REQUIRE(bound.regions() == once.regions());
    auto const model = problem.weighted();  // whose rows the data refer to
    auto const plain_model = problem.once();
    auto const data = all_data(model, bound);
    auto const plain = all_data(plain_model, once);
    std::vector<double> scratch(6), a(90), b(90);
    for (std::size_t region = 0; region < bound.regions(); ++region) {
        CAPTURE(region);
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            vector const d = near(as_view(zeros(6)), 0.7, seed);
            CHECK(bound.collapsed(region).value(as_view(d), scratch) ==
                  doctest::Approx(whole.collapsed(region).value(as_view(d), scratch)).epsilon(1e-12));
            evaluation mine, yours;
            mine.resize(10, 3);
            yours.resize(10, 3);
            predict(data.list(), as_view(d), mine.delta);
            yours.delta = mine.delta;
            bound.gap(region, data, mine);
            once.gap(region, plain, yours);
            std::vector<double> slope(30), plain_slope(30);
            bound.slope(region, data, mine, slope);
            once.slope(region, plain, yours, plain_slope);
            for (std::size_t n = 0; n < 10; ++n) {
                CHECK(mine.gap[n] == problem.weight(n) * yours.gap[n]);
                vector_view const delta = vector_view(mine.delta).subspan(3 * n, 3);
                CHECK(bound.gap_of(region, data, n, delta) == problem.weight(n) * once.gap_of(region, plain, n, delta));
                CHECK(bound.is_within_reach(data, n, delta) == once.is_within_reach(plain, n, delta));
            }
            for (std::size_t k = 0; k < 30; ++k) CHECK(slope[k] == problem.weight(k / 3) * plain_slope[k]);
        }
        bound.curvature(region, data, a);
        once.curvature(region, plain, b);
        for (std::size_t k = 0; k < 90; ++k) CHECK(a[k] == problem.weight(k / 9) * b[k]);
        bound.least_curvature(region, data, a);
        once.least_curvature(region, plain, b);
        for (std::size_t k = 0; k < 90; ++k) CHECK(a[k] == problem.weight(k / 9) * b[k]);
    }
}

}  // namespace

TEST_CASE_TEMPLATE("a softmax bound of weighted data is that of data that come as often, in every region", C, bohning_curvature,
                   jebara_choromanska_curvature) {
    using weighted = tangent_bound<weighted_curvature<C>>;
    using plain = tangent_bound<C>;
    both const problem;
    auto const model = problem.weighted();
    auto const whole = problem.whole(), once = problem.once();
    SUBCASE("anchored") {
        check_weights(problem, weighted::anchored(model, theta), plain::anchored(whole, theta), plain::anchored(once, theta));
    }
    SUBCASE("untuned, with a lift") {
        check_weights(problem, weighted::untuned(model, 0.8), plain::untuned(whole, 0.8), plain::untuned(once, 0.8));
    }
    SUBCASE("with a region and a ring") {
        // Small: the interval's curvature is the sharper one for some data within, and for fewer in the ring.
        matrix precision = zeros(6, 6);
        for (std::size_t i = 0; i < 6; ++i) precision(i, i) = 4 + 0.3 * static_cast<double>(i);
        ellipsoid const region(cholesky(precision), std::vector{0.6, 1.5});
        check_weights(problem, weighted::anchored(model, theta, region), plain::anchored(whole, theta, region),
                      plain::anchored(once, theta, region));
    }
    CHECK(name_of<weighted>().option == std::string(name_of<plain>().option));
}

TEST_CASE("weighted data share no curvature, and a curvature multiplies by the matrix that it writes out") {
    static_assert(TangentCurvature<weighted_curvature<bohning_curvature>> &&
                  !SharedCurvature<weighted_curvature<bohning_curvature>>);
    static_assert(UntunedCurvature<weighted_curvature<jebara_choromanska_curvature>>);
    weighted_curvature<jebara_choromanska_curvature> const curvature{weighted_softmax(3)};
    std::vector<double> const eta{0.7, -0.4, 1.9}, v{1, -2, 0.3}, target{1, 2.5};
    std::vector<double> s(9), once(9), product(3);
    curvature.write_out(target, eta, s);
    jebara_choromanska_curvature(softmax(3)).write_out(std::vector<double>{1}, eta, once);
    for (std::size_t k = 0; k < 9; ++k) CHECK(s[k] == 2.5 * once[k]);
    curvature.multiply(s, eta, v, product);
    for (std::size_t k = 0; k < 3; ++k) {
        double sum = 0;
        for (std::size_t l = 0; l < 3; ++l) sum += s[3 * k + l] * v[l];
        CHECK(product[k] == doctest::Approx(sum).epsilon(1e-12));
    }
}

TEST_CASE("an untuned bound of weighted data has their gaps one by one, however many there are") {
    auto const model = both().weighted();
    auto const bound = weighted_bohning::untuned(model, 0.8);
    constexpr std::size_t many = 200;  // more than are taken at a time
    batch<softmax_notes> data(layout_of(model.rows()));
    std::vector<row_index> indices(many);
    for (std::size_t i = 0; i < many; ++i) indices[i] = i % 10;
    model.rows().request(indices, data);
    model.rows().collect(data);
    bound.annotate(data);
    evaluation values;
    values.resize(many, 3);
    random_source({.seed = 72}).normals(values.delta);
    bound.gap(0, data, values);
    for (std::size_t i = 0; i < many; ++i)
        CHECK(values.gap[i] ==
              doctest::Approx(bound.gap_of(0, data, i, vector_view(values.delta).subspan(3 * i, 3))).epsilon(1e-12));
}
