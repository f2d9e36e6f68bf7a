#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

#include "support/made_draws.hpp"

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using namespace firefly::program;

namespace {

/// Means e^(1 + ½x), and a target drawn for each.
template <class Draw>
data_set drawn(std::size_t rows, Draw const& draw) {
    data_set data = synthetic_logistic({.rows = rows, .columns = 2, .seed = 8});
    for (std::size_t i = 0; i < rows; ++i) data.target(i) = draw(std::exp(1 + 0.5 * data.features(i, 1)));
    return data;
}

/// Gamma variates of whole shape: sums of exponentials.
class gamma_source {
public:
    double operator()(int shape) {
        double sum = 0;
        for (int k = 0; k < shape; ++k) {
            double const a = normal_(), b = normal_();
            sum += (a * a + b * b) / 2;
        }
        return sum;
    }

private:
    made_normals normal_{3};
};

/// Arrivals of a process of rate 1 until the mean.
double poisson_count(gamma_source& source, double mean) {
    double count = 0;
    for (double time = source(1); time < mean; time += source(1)) ++count;
    return count;
}

data_set overdispersed(std::size_t rows, int size) {
    gamma_source source;
    return drawn(rows, [&](double mean) { return poisson_count(source, mean * source(size) / size); });
}

data_set positive(std::size_t rows, int shape) {
    gamma_source source;
    return drawn(rows, [&](double mean) { return mean * source(shape) / shape; });
}

any_rows rows_of(data_set data) {
    return any_rows(dense_rows(std::move(data)));
}

/// The top of a function of the log of what is held fixed, from three values, and its standard error.
template <class Value>
std::pair<double, double> top_near(double at, Value const& value) {
    constexpr double step = 1e-2;
    double const here = value(at), above = value(at * std::exp(step)), below = value(at * std::exp(-step));
    double const bend = above - 2 * here + below;
    return {step * (below - above) / (2 * bend), step / std::sqrt(-bend)};
}

/// log L at the maximum of the coefficients, with everything that depends on the targets.
template <class L>
double total(L const& likelihood, data_set const& data) {
    double sum = find_map(posterior(likelihood, gaussian_prior(1000), dense_rows(data))).log_posterior;
    for (double const y : data.target) sum += likelihood.log_constant(y);
    return sum;
}

}  // namespace

TEST_CASE("at the likeliest size the likelihood of counts has its maximum, near the size they were drawn with") {
    data_set const data = overdispersed(4000, 2);
    auto const found = likeliest_size(rows_of(data));
    auto const [off, error] = top_near(found.value, [&](double size) { return total(negative_binomial({.size = size}), data); });
    CHECK(std::abs(off) < 0.01 * error);
    CHECK(std::abs(std::log(found.value / 2)) < 4 * error);
    CHECK(found.passes < 60);
}

TEST_CASE("at the likeliest shape the likelihood of positive numbers has its maximum, near the shape they were drawn with") {
    for (int const shape : {1, 3, 40}) {
        CAPTURE(shape);
        data_set const data = positive(4000, shape);
        auto const found = likeliest_shape(rows_of(data)).value();
        auto const [off, error] = top_near(found.value, [&](double a) { return total(gamma_likelihood({.shape = a}), data); });
        CHECK(std::abs(off) < 0.01 * error);
        CHECK(std::abs(std::log(found.value / shape)) < 4 * error);
    }
}

TEST_CASE("of very many rows a part is tried first, and the estimates are as good") {
    CHECK(likeliest_size(rows_of(overdispersed(120'000, 2))).value == doctest::Approx(2).epsilon(0.03));
    CHECK(likeliest_shape(rows_of(positive(120'000, 3))).value().value == doctest::Approx(3).epsilon(0.03));
}

TEST_CASE("counts with less spread than Poisson's have the largest size") {
    data_set const data = drawn(500, [](double mean) { return std::round(mean); });
    CHECK(likeliest_size(rows_of(data)).value == largest_size);
}

TEST_CASE("columns that explain a positive target exactly leave no shape") {
    CHECK_FALSE(likeliest_shape(rows_of(drawn(500, [](double mean) { return mean; }))));
}

TEST_CASE("a target that the model cannot have is refused by its place") {
    data_set counts = overdispersed(300, 2);
    counts.target(17) = 1.5;
    CHECK(complaint<invalid_argument>([&] { likeliest_size(rows_of(counts)); }) ==
          "negative_binomial: a target must be a count (0, 1, 2, …), got 1.5 (row 17, counted from 0)");
    data_set numbers = positive(300, 2);
    numbers.target(5) = 0;
    CHECK(complaint<invalid_argument>([&] { likeliest_shape(rows_of(numbers)); }).find("(row 5, counted from 0)") !=
          std::string::npos);
}
