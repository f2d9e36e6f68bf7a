#!/usr/bin/env python3
"""Prints the reference numbers of anchor.cpp: the MAP of small logistic regressions by scikit-learn, checked by scipy, and of robust
regressions and Laplace priors by scipy.

    pip install scikit-learn scipy && python3 tests/samplers/anchor_reference.py
"""
import numpy as np
from scipy.optimize import minimize
from scipy.stats import t as student
from sklearn.linear_model import LogisticRegression

X = np.array([[1, 0.5, -1.2], [1, -0.3, 0.8], [1, 1.7, 0.1], [1, -2.1, -0.6], [1, 0.9, 1.4], [1, -0.8, 0.3], [1, 0.2, -2.0], [1, 1.1, 0.7]])
y = np.array([1, 0, 1, 0, 1, 1, 0, 0])
separable_X = np.array([[-2.0], [-1.0], [1.0], [3.0]])
separable_y = np.array([0, 0, 1, 1])


def report(name, X, y, scale):
    fit = LogisticRegression(C=scale**2, fit_intercept=False, solver="newton-cholesky", tol=1e-14, max_iter=1000).fit(X, y)

    def minus_log_posterior(theta):
        return np.logaddexp(0, -(2 * y - 1) * (X @ theta)).sum() + theta @ theta / (2 * scale**2)

    other = minimize(minus_log_posterior, np.zeros(X.shape[1]), method="BFGS", options={"gtol": 1e-9})
    theta = fit.coef_[0]
    assert np.abs(other.x - theta).max() < 1e-6
    print(name, "theta", [float(t) for t in theta], "log posterior", -float(minus_log_posterior(theta)))


report("mixed, scale 2", X, y, 2.0)
report("separable, scale 10", separable_X, separable_y, 10.0)


# Robust regression and Laplace priors: scipy.optimize, from several starts; the best of them.
robust_X = np.array([[1, 0.5, -1.2], [1, -0.3, 0.8], [1, 1.7, 0.1], [1, -2.1, -0.6], [1, 0.9, 1.4], [1, -0.8, 0.3], [1, 0.2, -2.0], [1, 1.1, 0.7]])
robust_t = np.array([1.9, 0.2, 3.1, -2.4, 25.0, -0.6, 0.9, -12.0])  # two outliers


def student_t(X, t, nu, scale):
    return lambda theta: -student.logpdf((t - X @ theta) / scale, nu).sum() + len(t) * np.log(scale)


def logistic(X, y):
    return lambda theta: np.logaddexp(0, -(2 * y - 1) * (X @ theta)).sum()


def gaussian(scale):
    return lambda theta: theta @ theta / (2 * scale**2)


def smoothed_laplace(scale, share=0.1):
    epsilon = share * scale
    size = np.abs
    return lambda theta: np.where(size(theta) <= epsilon, theta**2 / (2 * epsilon), size(theta) - epsilon / 2).sum() / scale


def best(objective, dimension):
    random = np.random.default_rng(1)
    fits = []
    for start in [np.zeros(dimension)] + [random.normal(size=dimension) for _ in range(20)]:
        rough = minimize(objective, start, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-14, "maxiter": 20000, "maxfev": 20000})
        fits.append(minimize(objective, rough.x, method="Nelder-Mead", options={"xatol": 1e-12, "fatol": 1e-16, "maxiter": 20000, "maxfev": 20000}))
    return min(fits, key=lambda fit: fit.fun)


def report_scipy(name, likelihood, prior, kinked=None):
    fit = best(lambda theta: likelihood(theta) + prior(theta), 3)
    print(name, "theta", [float(x) for x in fit.x], "log posterior", -float(fit.fun))
    if kinked:
        exact = best(lambda theta: likelihood(theta) + kinked(theta), 3)
        print("    with the kink", [float(x) for x in exact.x])


def laplace(scale):
    return lambda theta: np.abs(theta).sum() / scale


report_scipy("robust, nu 4, scale 1, Gaussian 2", student_t(robust_X, robust_t, 4, 1), gaussian(2))
report_scipy("robust, nu 2, scale 0.5, Gaussian 2", student_t(robust_X, robust_t, 2, 0.5), gaussian(2))
report_scipy("robust, nu 4, scale 1, Laplace 1", student_t(robust_X, robust_t, 4, 1), smoothed_laplace(1), laplace(1))
report_scipy("robust, nu 4, scale 1, Laplace 0.2", student_t(robust_X, robust_t, 4, 1), smoothed_laplace(0.2), laplace(0.2))
report_scipy("logistic, Laplace 1", logistic(X, y), smoothed_laplace(1), laplace(1))
report_scipy("logistic, Laplace 0.3", logistic(X, y), smoothed_laplace(0.3), laplace(0.3))
