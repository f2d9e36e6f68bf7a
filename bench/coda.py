"""Effective sample size as R's package coda computes it (0.19: effectiveSize, spectrum0.ar), for all columns at once.

    ESS = n var(x) / S(0),   S(0) = v / (1 − Σ a_i)²

a and v are those of the autoregression that Yule and Walker's equations fit, its order chosen by AIC among 0 … 10 log₁₀ n (R's `ar`).
"""
import numpy


def autocovariances(draws, lags):
    """Of each column, divided by n as R's `acf` does it."""
    centred = draws - draws.mean(axis=0)
    return numpy.stack([(centred[:len(draws) - lag] * centred[lag:]).sum(axis=0) for lag in range(lags + 1)]) / len(draws)


def spectrum_at_zero(draws):
    n, columns = draws.shape
    most = min(n - 1, int(10 * numpy.log10(n)))
    r = autocovariances(draws, most)
    varies = r[0] > 0
    r[0, ~varies] = 1  # a column that does not vary: anything that divides
    # Levinson and Durbin's recursion, one order after the other.
    coefficients = numpy.zeros((most, columns))
    variance = r[0].copy()
    variances, sums = [variance.copy()], [numpy.zeros(columns)]
    for order in range(1, most + 1):
        reflection = (r[order] - (coefficients[:order - 1] * r[order - 1:0:-1]).sum(axis=0)) / variance
        coefficients[:order - 1] -= reflection * coefficients[:order - 1][::-1]
        coefficients[order - 1] = reflection
        variance = variance * (1 - reflection**2)
        variances.append(variance.copy())
        sums.append(coefficients[:order].sum(axis=0))
    variances, sums = numpy.array(variances), numpy.array(sums)
    orders = numpy.arange(most + 1)[:, None]
    order = (n * numpy.log(variances) + 2 * orders).argmin(axis=0)
    where = numpy.arange(columns)
    prediction = variances[order, where] * n / (n - (order + 1))
    return numpy.where(varies, prediction / (1 - sums[order, where]) ** 2, 0)


def effective_size(draws):
    spectrum = spectrum_at_zero(draws)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return numpy.where(spectrum > 0, len(draws) * draws.var(axis=0, ddof=1) / spectrum, 0)
