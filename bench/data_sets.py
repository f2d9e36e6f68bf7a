"""The data sets of the paper, each a function from raw arrays to what is written: files by name, and the names of the columns.

No bias column is written: `firefly` puts its own first. So with it the sizes are those of the paper: 51, 257, 57 and 57 columns.
"""
import math

import numpy


def principal_components(pixels, count):
    """Mean and the leading components (columns) of rows of bytes. Each component's largest entry by size is positive."""
    values = pixels.astype(numpy.float64)
    total = values.sum(axis=0)
    # Rows are whole numbers below 256, so products and sums are exact in double precision, in whatever order BLAS takes them: only
    # the eigenvectors are rounded.
    scatter = len(values) * (values.T @ values) - numpy.outer(total, total)
    components = numpy.linalg.eigh(scatter)[1][:, ::-1][:, :count]
    largest = components[numpy.abs(components).argmax(axis=0), numpy.arange(count)]
    return total / len(values), components * numpy.sign(largest)


def standardised(values):
    """Mean 0 and standard deviation 1 (of the population), from sums that are rounded once: the same bits on every machine."""
    distinct, where, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    distinct = distinct.astype(numpy.float64)
    mean = math.fsum(distinct * counts) / len(values)
    deviation = math.sqrt(math.fsum((distinct - mean) ** 2 * counts) / len(values))
    return ((distinct - mean) / deviation)[where]


def numbered(name, count):
    return [f"{name}{i + 1}" for i in range(count)]


def mnist(train, test, count=50):
    """7 (target 1) against 9 (target 0): scores on the leading components, divided by the standard deviation of the first."""
    def sevens_and_nines(images, labels):
        chosen = (labels == 7) | (labels == 9)
        return images[chosen], (labels[chosen] == 7).astype(numpy.float64)

    (images, target), (test_images, test_target) = sevens_and_nines(*train), sevens_and_nines(*test)
    mean, components = principal_components(images, count)
    # Eight decimals, as the reference posterior in ../shared/data/mnist has it.
    scores = (images - mean) / 255 @ components
    scale = scores[:, 0].std()
    test_scores = (test_images - mean) / 255 @ components
    return {"X.npy": (scores / scale).round(8), "y.npy": target, "X_test.npy": (test_scores / scale).round(8),
            "y_test.npy": test_target}, numbered("component_", count)


def cifar(pixels, labels, count=256):
    """Three classes: the signs of the scores on the leading components of all rows."""
    mean, components = principal_components(pixels, count)
    signs = numpy.where((pixels - mean) @ components < 0, -1.0, 1.0)
    return {"X.npy": signs, "y.npy": labels.astype(numpy.float64)}, numbered("component_", count)


def chosen_flights(count, rows=1_800_000, seed=1):
    """Which of the flights are taken, in order of time; and the others, in no order."""
    mixed = numpy.random.default_rng(seed).permutation(count)
    return numpy.sort(mixed[:rows]), mixed[rows:]


def flights(minute, delay, distance, origin, destination, airports, rows=1_800_000, largest=20, seed=1):
    """Delay in quarters of an hour: distances, daily harmonics, weekdays (against Monday), large airports (against all others)."""
    counts = numpy.bincount(origin, minlength=len(airports))
    large = sorted(range(len(airports)), key=lambda i: (-counts[i], airports[i]))[:largest]
    chosen, _ = chosen_flights(len(delay), rows, seed)
    minute, delay, distance, origin, destination = (c[chosen] for c in (minute, delay, distance, origin, destination))

    columns = {"distance": standardised(distance), "log_distance": standardised(numpy.log(distance.astype(numpy.float64)))}
    for k in range(1, 5):
        angle = 2 * math.pi * k / 1440 * numpy.arange(1440)
        columns[f"sin_{k}"], columns[f"cos_{k}"] = numpy.sin(angle)[minute % 1440], numpy.cos(angle)[minute % 1440]
    days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]  # 1 January 2001 was a Monday
    for i, day in enumerate(days[1:], 1):
        columns[day] = minute // 1440 % 7 == i
    for i in large:
        columns[f"from_{airports[i]}"] = origin == i
    for i in large:
        columns[f"to_{airports[i]}"] = destination == i

    features = numpy.empty((len(chosen), len(columns)))
    for j, values in enumerate(columns.values()):
        # Sines and logarithms differ in their last bit from one machine to another; nine decimals do not.
        features[:, j] = numpy.round(values, 9) if values.dtype == numpy.float64 else values
    return {"X.npy": features, "y.npy": delay / 15.0}, list(columns)


def molecules(features, target, names):
    """Standardised descriptors. One of the 57 does not vary: the bias stands in its place."""
    varying = [j for j in range(len(names)) if numpy.ptp(features[:, j]) > 0]
    columns = [standardised(features[:, j].astype(numpy.float64)) for j in varying]
    return {"X.npy": numpy.stack(columns, axis=1), "y.npy": target.astype(numpy.float64)}, [names[j] for j in varying]
