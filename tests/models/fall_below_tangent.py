#!/usr/bin/env python3
"""Writes fall_below_tangent.inc: psi(eta, delta) = l(eta) + l'(eta) delta - l(eta + delta), l = log sigmoid, to 400 digits by mpmath.

    pip install mpmath && python3 tests/models/fall_below_tangent.py > tests/models/fall_below_tangent.inc
"""
from mpmath import exp, log1p, mp, mpf

mp.dps = 400


def log_sigmoid(x):
    return -log1p(exp(-x))


def psi(eta, delta):
    eta, delta = mpf(eta), mpf(delta)
    return log_sigmoid(eta) + delta / (1 + exp(eta)) - log_sigmoid(eta + delta)


etas = [0.0, 1e-300, 1e-12, 1e-5, 1e-3, 0.1, 0.5, 1.0, 1.5, 2.75, 5.0, 10.0, 20.0, 36.0, 40.0, 100.0, 300.0, 600.0, 700.0]
deltas = [1e-150, 1e-100, 1e-30, 1e-12, 1e-8, 1e-5, 1e-3, 0.03, 0.3, 0.49999, 0.50001, 1.0, 2.0, 3.7, 8.0, 20.0, 50.0, 123.0, 400.0, 599.0,
          600.0, 601.0, 750.0, 1000.0]
print("// eta, delta, psi: made by fall_below_tangent.py with mpmath; do not edit.")
for eta in etas:
    points = set(deltas) | {eta, 2 * eta} - {0.0}  # 2 eta: where the Jaakkola-Jordan bound touches again
    for delta in sorted(p for p in points if p >= 1e-150):
        for signed in (delta, -delta):
            value = float(psi(eta, signed))
            if value >= 1e-290:  # below, no relative precision is promised
                print(f"{{{eta.hex()}, {signed.hex()}, {value.hex()}}},")
