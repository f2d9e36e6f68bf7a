#!/usr/bin/env python3
"""Writes softmax_fall_below_tangent.inc: psi(eta, delta) = lse(eta + delta) - lse(eta) - p(eta).delta to 1000 digits by mpmath.

    pip install mpmath && python3 tests/models/softmax_fall_below_tangent.py > tests/models/softmax_fall_below_tangent.inc
"""
import random

from mpmath import exp, log, mp, mpf

mp.dps = 1000
random.seed(7)


def lse(values):
    top = max(values)
    return top + log(sum(exp(v - top) for v in values))


def psi(eta, delta):
    eta, delta = [mpf(e) for e in eta], [mpf(d) for d in delta]
    before = lse(eta)
    return lse([e + d for e, d in zip(eta, delta)]) - before - sum(exp(e - before) * d for e, d in zip(eta, delta))


def short(x):
    """To 10 bits: a table that can be read, and differences that are exact more often than not."""
    if x == 0:
        return 0.0
    mantissa, exponent = float.hex(x).split("p")
    return float.fromhex(mantissa[: mantissa.index(".") + 4] + "p" + exponent)


def numbers(values):
    return "{" + ", ".join(v.hex().replace("0000000000p", "p") for v in values) + "}"


print("// eta, delta, psi: made by softmax_fall_below_tangent.py with mpmath; do not edit.")
for classes, repeats in ((2, 2), (3, 2), (5, 1), (50, 1)):
    for spread in (0.0, 1e-3, 1.0, 5.0, 30.0, 300.0) if classes < 50 else (1.0, 5.0, 300.0):
        for size in (1e-100, 1e-12, 1e-5, 0.01, 0.3, 1.0, 10.0, 100.0, 1000.0) if classes < 50 else (1e-12, 1e-3, 1.0, 100.0):
            for _ in range(repeats):
                eta = [short(random.gauss(0, 1) * spread) for _ in range(classes)]
                delta = [short(random.gauss(0, 1) * size) for _ in range(classes)]
                value = float(psi(eta, delta))
                if value >= 1e-290:  # below, no relative precision is promised
                    print(f"{{{numbers(eta)}, {numbers(delta)}, {value.hex()}}},")
