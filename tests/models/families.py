#!/usr/bin/env python3
"""Writes families.inc: for likelihoods of one predictor, by name, settings, target, eta and delta: how far the log likelihood falls below
its tangent, psi = l(eta) + l'(eta) delta - l(eta + delta), and psi' = l'(eta) - l'(eta + delta); by mpmath with 400 digits.

    pip install mpmath && python3 tests/models/families.py > tests/models/families.inc
"""
from mpmath import erfc, exp, expm1, log, log1p, mp, mpf, pi, sqrt

mp.dps = 400

steps = [1e-8, 1e-5, 1e-3, 0.03, 0.3, 0.49999, 0.50001, 1.0, 2.0, 3.7, 8.0, 30.0]


def softplus(x):
    return log1p(exp(x)) if x < 0 else x + log1p(exp(-x))


def sigmoid(x):
    return 1 / (1 + exp(-x))


# Of each family: l and l' of (settings, target, eta), up to a number that does not depend on eta.


def negative_binomial(size, target, eta):
    zeta = eta - log(size)
    return target * zeta - (target + size) * softplus(zeta), target - (target + size) * sigmoid(zeta)


def log_cosh(scale, target, eta):
    zeta = 2 * (eta - target) / scale
    return zeta / 2 - softplus(zeta), (1 - 2 * sigmoid(zeta)) / scale


def probit(target, eta):
    side = 2 * target - 1
    s = side * eta
    probability = erfc(-s / sqrt(mpf(2))) / 2
    value = log(probability) if s < 0 else log1p(-erfc(s / sqrt(mpf(2))) / 2)
    return value, side * exp(-s * s / 2) / sqrt(2 * pi) / probability


def cloglog(target, eta):
    mean = exp(eta)
    if target == 0:
        return -mean, -mean
    return log1p(-exp(-mean)) if mean > 1 else log(-expm1(-mean)), mean / expm1(mean)


def huber(threshold, scale, target, eta):
    r = (target - eta) / scale
    loss = r * r / 2 if abs(r) <= threshold else threshold * abs(r) - threshold**2 / 2
    return -loss, max(-threshold, min(threshold, r)) / scale


def gaussian(scale, target, eta):
    return -((target - eta) / scale) ** 2 / 2, (target - eta) / scale**2


def poisson(target, eta):
    return target * eta - exp(eta), target - exp(eta)


def gamma_likelihood(shape, target, eta):
    return -shape * (eta + target * exp(-eta)), shape * (target * exp(-eta) - 1)


def references(family, settings, targets, predictors):
    for setting in settings:
        for target in targets:
            for eta in predictors:
                for step in steps:
                    for delta in (step, -step):
                        at, there = mpf(eta), mpf(eta) + mpf(delta)
                        given = *map(mpf, setting), mpf(target)
                        (value, slope), (value_there, slope_there) = family(*given, at), family(*given, there)
                        yield setting, target, eta, delta, value + slope * mpf(delta) - value_there, slope - slope_there


of_all = [
    (negative_binomial, [(0.5,), (2.5,)], [0.0, 3.0], [0.0, -0.7, 2.0, 9.0, 30.0, -30.0, 300.0, -300.0]),
    (log_cosh, [(0.25,), (8.0,)], [1.5], [0.0, 1.50001, -0.7, 2.0, 30.0, -30.0]),
    (probit, [()], [1.0],  # the other class is its mirror image
     [*map(float, range(-8, 9)), 0.1, -0.1, 3.9, 4.1, 12.0, 20.0, 30.0, -3.9, -4.1, -12.0, -30.0, -100.0, -1000.0]),
    (cloglog, [()], [0.0], [0.0, -30.0]),  # Poisson's
    (cloglog, [()], [1.0],
     [*map(float, range(-3, 7)), 0.62, 0.69, 0.7, 1.6, 2.5, 5.5, 6.5, -0.7, -10.0, -30.0, -38.0, -42.0, -300.0]),
    (huber, [(1.345, 1.0), (0.5, 4.0)], [1.5], [0.0, 1.0, -1.2, 2.5, 5.0, -9.0, 30.0, -30.0]),
    (gaussian, [(0.3,), (4.0,)], [1.5], [0.0, -2.0, 300.0]),
    (poisson, [()], [7.0], [0.0, -1.3, 2.0, 30.0, -30.0, 300.0, -300.0]),
    (gamma_likelihood, [(0.5,), (3.0,)], [7.0], [0.0, -1.3, 2.0, 30.0, -30.0, 300.0, -300.0]),
]
print("// family, settings (zeros where there are none), target, eta, delta, psi, psi': made by families.py with mpmath; do not edit.")
for family, settings, targets, predictors in of_all:
    for setting, target, eta, delta, psi, slope in references(family, settings, targets, predictors):
        if psi == 0 or float(psi) >= 1e-290:  # below, no relative precision is promised
            setting = [*setting, 0.0, 0.0][:2]
            numbers = ", ".join(repr(float(x)) for x in (*setting, target, eta, delta, psi, slope))
            print(f'{{"{family.__name__}", {numbers}}},')
