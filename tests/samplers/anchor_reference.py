#!/usr/bin/env python3
"""Prints the reference numbers of anchor.cpp: the MAP of two small logistic regressions by scikit-learn, checked by scipy.

    pip install scikit-learn scipy && python3 tests/samplers/anchor_reference.py
"""
import numpy as np
from scipy.optimize import minimize
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
