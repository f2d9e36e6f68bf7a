#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Three coupled coordinates, nothing Gaussian: log π = −Σ cosh θ_i + sin(θ_1 θ_2) − ½(θ_3 − θ_1²)².
struct coupled {
    double operator()(vector_view t, vector_out gradient) const {
        double const c = std::cos(t[0] * t[1]), r = t[2] - t[0] * t[0];
        gradient[0] = -std::sinh(t[0]) + t[1] * c + 2 * t[0] * r;
        gradient[1] = -std::sinh(t[1]) + t[0] * c;
        gradient[2] = -std::sinh(t[2]) - r;
        return -std::cosh(t[0]) - std::cosh(t[1]) - std::cosh(t[2]) + std::sin(t[0] * t[1]) - r * r / 2;
    }
};

preconditioner shape() {
    return preconditioner(cholesky(matrix_of({{4, 1, -0.5}, {1, 3, 0.2}, {-0.5, 0.2, 2}})));
}

constexpr double step = 0.3;
constexpr std::size_t steps = 7;

/// (θ, p), six numbers, after a path.
std::vector<double> follow(std::vector<double> start, preconditioner const& with) {
    analytic_density target(coupled{}, to_vector(vector_view(start).first(3)));
    std::vector<double> force(3), velocity(3);
    phase_point const at{vector_out(start).first(3), vector_out(start).last(3), force};
    target.gradient(at.force);
    with.apply_transposed(at.force);
    double const log_density = leapfrog(target, with, step, steps, at, velocity);
    target.commit();
    CHECK(target.current().log_density == log_density);
    for (std::size_t i = 0; i < 3; ++i) CHECK(target.current().theta(i) == start[i]);
    return start;
}

/// By elimination with pivots.
double determinant(std::vector<std::vector<double>> m) {
    double product = 1;
    for (std::size_t k = 0; k < m.size(); ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < m.size(); ++i)
            if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
        if (pivot != k) product = -product;
        std::swap(m[k], m[pivot]);
        product *= m[k][k];
        for (std::size_t i = k + 1; i < m.size(); ++i)
            for (std::size_t j = m.size(); j-- > k;) m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    return product;
}

std::vector<double> const somewhere = {0.4, -0.7, 0.2, 1.1, -0.3, 0.8};

}  // namespace

TEST_CASE("leapfrog with its momentum negated leads back to where it started") {
    for (auto const& with : {preconditioner{}, shape()}) {
        auto back = follow(somewhere, with);
        for (std::size_t i = 3; i < 6; ++i) back[i] = -back[i];
        back = follow(back, with);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::abs(back[i] - somewhere[i]) < 1e-10);
            CHECK(std::abs(back[i + 3] + somewhere[i + 3]) < 1e-10);
        }
    }
}

TEST_CASE("leapfrog keeps the volume of phase space") {
    // central differences of step 1e-5: right to about 1e-9
    for (auto const& with : {preconditioner{}, shape()}) {
        std::vector<std::vector<double>> jacobian(6, std::vector<double>(6));
        for (std::size_t j = 0; j < 6; ++j) {
            auto above = somewhere, below = somewhere;
            above[j] += 1e-5;
            below[j] -= 1e-5;
            above = follow(above, with);
            below = follow(below, with);
            for (std::size_t i = 0; i < 6; ++i) jacobian[i][j] = (above[i] - below[i]) / 2e-5;
        }
        CHECK(determinant(jacobian) == doctest::Approx(1).epsilon(1e-7));
    }
}

TEST_CASE("leapfrog nearly keeps the energy, and four times as well with half the step") {
    auto const energy_error = [](double s) {
        auto start = somewhere;
        analytic_density target(coupled{}, to_vector(vector_view(start).first(3)));
        std::vector<double> force(3), velocity(3);
        phase_point const at{vector_out(start).first(3), vector_out(start).last(3), force};
        target.gradient(at.force);
        double const before = dot(at.momentum, at.momentum) / 2 - target.current().log_density;
        double const log_density = leapfrog(target, {}, s, static_cast<std::size_t>(1 / s), at, velocity);
        return std::abs(dot(at.momentum, at.momentum) / 2 - log_density - before);
    };
    CHECK(energy_error(1.0 / 64) < 1e-3);
    CHECK(energy_error(1.0 / 64) / energy_error(1.0 / 128) == doctest::Approx(4).epsilon(0.02));
}

TEST_CASE("a preconditioned path is the plain one in whitened coordinates") {
    // H = 4, S = ½: π(θ) with S is the density of x = 2θ with the identity.
    analytic_density target(gaussian_formula{matrix_of({{3}}), vector_of({0.5})}, vector_of({0.8}));
    analytic_density whitened(gaussian_formula{matrix_of({{0.75}}), vector_of({1})}, vector_of({1.6}));
    fixed_random random{{0.9}};
    double const ratio = propose_path(target, preconditioner(cholesky(matrix_of({{4}}))), step, steps, random);
    CHECK(ratio == doctest::Approx(propose_path(whitened, {}, step, steps, random)).epsilon(1e-12));
    target.commit();
    whitened.commit();
    CHECK(2 * target.current().theta(0) == doctest::Approx(whitened.current().theta(0)).epsilon(1e-13));
}

TEST_CASE("a path that meets a point of density zero ends there, with minus infinity and no further evaluation") {
    auto const half_line = [](vector_view theta, vector_out gradient) {
        gradient[0] = theta[0] > 0 ? -1 : std::nan("");
        return theta[0] > 0 ? -theta[0] : -infinity;
    };
    analytic_density target(half_line, vector_of({0.5}));
    fixed_random random{{-3}};
    CHECK(propose_path(target, {}, 1, 5, random) == -infinity);
    CHECK(target.queries() == 2);
}

TEST_CASE("a path whose energy is no number has no chance, though its end has a density") {
    auto const without_slope = [](vector_view theta, vector_out gradient) {
        gradient[0] = theta[0] > 0 ? -1 : std::nan("");
        return -std::abs(theta[0]);
    };
    analytic_density target(without_slope, vector_of({0.5}));
    fixed_random random{{-3}};
    CHECK(propose_path(target, {}, 1, 1, random) == -infinity);
}
