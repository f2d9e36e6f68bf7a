#!/usr/bin/env python3
"""Prints the reference numbers of expansion.cpp: the MAP of a small softmax regression by scikit-learn, checked by scipy.

    pip install scikit-learn scipy && python3 tests/samplers/softmax_anchor_reference.py
"""
import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression

X = np.array([[1, 0.5], [1, -0.3], [1, 1.7], [1, -2.1], [1, 0.9], [1, -0.8], [1, 0.2], [1, 1.1], [1, -1.4], [1, 2.3]])
y = np.array([1, 0, 2, 0, 1, 1, 0, 2, 0, 1])
scale = 2.0


def minus_log_posterior(theta):
    eta = X @ theta.reshape(3, 2).T
    return (logsumexp(eta, axis=1) - eta[np.arange(len(y)), y]).sum() + theta @ theta / (2 * scale**2)


fit = LogisticRegression(C=scale**2, fit_intercept=False, solver="newton-cholesky", tol=1e-14, max_iter=1000).fit(X, y)
theta = fit.coef_.ravel()
other = minimize(minus_log_posterior, np.zeros(6), method="BFGS", options={"gtol": 1e-9})
assert np.abs(other.x - theta).max() < 1e-6
print("theta", [float(t) for t in theta], "log posterior", -float(minus_log_posterior(theta)))
