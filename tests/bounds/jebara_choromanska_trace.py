#!/usr/bin/env python3
"""Prints the mean trace of Jebara & Choromanska's curvature for three classes, eta* normal: a reference of jebara_choromanska.cpp.

    pip install numpy && python3 tests/bounds/jebara_choromanska_trace.py
"""
import numpy as np


def curvature(eta):
    order = np.argsort(-eta)
    mean, so_far, s = np.eye(len(eta))[order[0]], eta[order[0]], np.zeros((len(eta), len(eta)))
    for k in order[1:]:
        a, v = eta[k] - so_far, np.eye(len(eta))[k] - mean
        s += np.tanh(a / 2) / (2 * a) * np.outer(v, v)
        mean = mean + v / (1 + np.exp(-a))
        so_far = np.logaddexp(so_far, eta[k])
    return s


random = np.random.default_rng(1)
for spread in (1, 2, 3):
    traces = [np.trace(curvature(spread * random.standard_normal(3))) for _ in range(100_000)]
    print(f"sd {spread}: {np.mean(traces):.4f} +- {np.std(traces) / np.sqrt(len(traces)):.4f}")
