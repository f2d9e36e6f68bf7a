#!/usr/bin/env python3
"""Writes student_t.inc: for nu, scale, xi, delta the log likelihood at residual xi, how far it rises above its tangent in r^2 and
falls below its tangent in eta at eta* + delta, and the derivatives of the two by delta; by mpmath with 300 digits.

    pip install mpmath && python3 tests/models/student_t.py > tests/models/student_t.inc
"""
from mpmath import log, loggamma, mp, mpf, pi

mp.dps = 300


def log_likelihood(nu, scale, r):
    return loggamma((nu + 1) / 2) - loggamma(nu / 2) - log(nu * pi) / 2 - log(scale) - (nu + 1) / 2 * log(1 + r * r / nu)


def slope(nu, scale, r):  # by eta
    return (nu + 1) * r / ((nu + r * r) * scale)


def row(nu, scale, xi, delta):
    nu, scale, xi, delta = map(mpf, (nu, scale, xi, delta))
    r = xi - delta / scale
    here, there = log_likelihood(nu, scale, xi), log_likelihood(nu, scale, r)
    curvature = (nu + 1) / ((nu + xi * xi) * scale * scale)
    fall = here + slope(nu, scale, xi) * delta - there
    fall_slope = slope(nu, scale, xi) - slope(nu, scale, r)
    values = here, curvature * delta**2 / 2 - fall, curvature * delta - fall_slope, fall, fall_slope
    return [v if abs(v) > mpf("1e-250") else mpf(0) for v in values]  # at the second contact: zero but for 300 digits


print("// nu, scale, xi, delta, log likelihood, rise, its slope, fall, its slope: made by student_t.py with mpmath; do not edit.")
for nu, scale in ((0.5, 0.25), (4.0, 1.0), (4.0, 8.0), (100.0, 1.0)):  # scales are powers of two: delta/scale is exact
    for xi in (0.0, 1e-12, 0.3, 1.75, 2.0, 7.0, 1e3, 1e6):
        steps = {1e-30, 1e-9, 1e-4, 0.1, 0.9, 3.5, 1e3, 1e6, xi, 2 * xi, xi * (1 - 2.0**-30), 2 * xi * (1 + 2.0**-30)} - {0.0}
        for step in sorted(steps):
            for signed in (step * scale, -step * scale):
                print("{" + ", ".join(repr(float(x)) for x in (nu, scale, xi, signed, *row(nu, scale, xi, signed))) + "},")
