#!/usr/bin/env python3
"""data.py [--check] [NAME…]: makes the data sets of the paper in .dev/data, as NPY files that `firefly` reads.

    mnist      7 against 9: 12,214 rows and 2,037 test rows, 50 columns; target 1 for a 7
    cifar      airplane, automobile, bird: 18,000 rows, 256 columns of signs; target 0, 1, 2
    flights    1,800,000 rows, 56 columns; target: delay in quarters of an hour
    molecules  29,978 rows, 56 columns; target: power conversion efficiency in per cent

Each is a folder with X.npy, y.npy and columns.txt (mnist: also X_test.npy and y_test.npy). There is no bias column: `firefly` adds
its own. Use: firefly sample --model logistic --data .dev/data/mnist/X.npy --target .dev/data/mnist/y.npy

Run it as `./dev data`, which has the packages it needs. --check makes nothing and checks what is there; --record writes the expected
values anew, after a change that is meant to change them.

What is made is checked. Where every bit should be the same on every machine, by its checksum (checksums.sha256). The scores of mnist
need not be: the last digits of a principal component depend on the LAPACK that computed it, and a score may then round to another
eighth decimal. Of these files fingerprints.json holds one number a column, a sum over the rows with weights that differ from row to row.
(The signs of cifar are safe: the score nearest to 0 is 3e-5, and two very different kernels of OpenBLAS gave scores within 1e-9.)
"""
import argparse
import hashlib
import json
import pathlib
import shutil
import sys
import time

import numpy

import data_sets
from sources import Sources, Unavailable

here = pathlib.Path(__file__).resolve().parent
checksums_file, fingerprints_file = here / "checksums.sha256", here / "fingerprints.json"
rounded = {"mnist/X.npy", "mnist/X_test.npy"}  # compared by fingerprint
tolerance = 1e-6  # of a fingerprint: rounding of single values moves it by 1e-8 each, another row by 0.01 and more

makers = {
    "mnist": lambda sources: data_sets.mnist(*sources.mnist()),
    "cifar": lambda sources: data_sets.cifar(*sources.cifar()),
    "flights": lambda sources: data_sets.flights(**sources.flights()),
    "molecules": lambda sources: data_sets.molecules(*sources.molecules()),
}


class Wrong(Exception):
    """A file is not what it should be."""


def checksum(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(path):
    values = numpy.load(path)
    return (numpy.sin(numpy.arange(1.0, len(values) + 1)) @ values).tolist()


def expected():
    """The two tables of the repository, by NAME/FILE."""
    lines = checksums_file.read_text().split("\n") if checksums_file.exists() else []
    prints = json.loads(fingerprints_file.read_text()) if fingerprints_file.exists() else {}
    return {name: value for value, name in (line.split() for line in lines if line)}, prints


def check_reference(folder, reference):
    """The features are those of the reference posterior: both have the same mode, and the same spread but for skewness."""
    known = json.loads(reference.read_text())
    target = numpy.load(folder / "y.npy")
    features = numpy.column_stack([numpy.load(folder / "X.npy"), numpy.ones(len(target))])  # there the bias is last
    mode = numpy.array(known["centre"])
    probability = 1 / (1 + numpy.exp(-features @ mode))
    gradient = features.T @ (target - probability) - mode
    curvature = features.T @ (features * (probability * (1 - probability))[:, None]) + numpy.eye(len(mode))
    # One Newton step is the distance to our mode; the reference rounds nothing, so that only the features' last digits are in it.
    away = numpy.abs(numpy.linalg.solve(curvature, gradient) / known["sd"]).max()
    spread = numpy.abs(numpy.sqrt(numpy.diag(numpy.linalg.inv(curvature))) / known["sd"] - 1).max()
    if away > 1e-5 or spread > 0.1:
        raise Wrong(f"{folder / 'X.npy'}: its mode is {away:.1g} standard deviations from the reference's, and standard deviations "
                    f"differ by {spread:.0%}")
    return f"mode within {away:.0e} sd of the reference's, Laplace's sd within {spread:.0%} of its sd"


def check(name, folder, reference):
    """Raises Wrong unless all files of this data set are as the repository says. Returns what was seen, in words."""
    checksums, prints = expected()
    files = [key for key in [*checksums, *prints] if key.startswith(f"{name}/")]
    if not files:
        raise Wrong(f"{name}: nothing is known about this data set; --record what is made now if it is right")
    for key in files:
        path = folder / key.split("/")[1]
        if not path.exists():
            raise Wrong(f"{path}: missing; make it again with ./dev data {name}")
        if key in checksums and checksum(path) != checksums[key]:
            raise Wrong(f"{path}: its checksum is not that of {checksums_file.name}")
        if key in prints and not numpy.allclose(fingerprint(path), prints[key], rtol=0, atol=tolerance):
            raise Wrong(f"{path}: its columns are not those of {fingerprints_file.name}")
    seen = []
    for path in sorted(folder.glob("*.npy")):
        values = numpy.load(path, mmap_mode="r")
        if values.dtype != numpy.float64 or not all(numpy.isfinite(values[i:i + 100_000]).all() for i in range(0, len(values), 100_000)):
            raise Wrong(f"{path}: not all elements are finite double-precision numbers")
        seen.append(f"{path.name} {' × '.join(map(str, values.shape))}")
    columns = len((folder / "columns.txt").read_text().split())
    if numpy.load(folder / "X.npy", mmap_mode="r").shape[1] != columns:
        raise Wrong(f"{folder / 'columns.txt'}: {columns} names are not one for each column of X.npy")
    if name == "mnist" and reference.exists():
        seen.append(check_reference(folder, reference))
    return ", ".join(seen)


def make(name, folder, sources):
    files, columns = makers[name](sources)
    folder.mkdir(parents=True)
    for file, values in files.items():
        numpy.save(folder / file, numpy.ascontiguousarray(values))
    (folder / "columns.txt").write_text("\n".join(columns) + "\n")


def record(name, folder):
    checksums, prints = expected()
    for path in folder.iterdir():
        key = f"{name}/{path.name}"
        if key in rounded:
            prints[key] = fingerprint(path)
        else:
            checksums[key] = checksum(path)
    checksums_file.write_text("".join(f"{value}  {key}\n" for key, value in sorted(checksums.items())))
    fingerprints_file.write_text(json.dumps(prints, indent=0, sort_keys=True) + "\n")


def main():
    root = here.parent
    parser = argparse.ArgumentParser(prog="data", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="those to make; all when none is named")
    parser.add_argument("--check", action="store_true", help="make nothing; check what is there")
    parser.add_argument("--record", action="store_true", help="write checksums and fingerprints of what is there")
    parser.add_argument("--from", dest="shared", type=pathlib.Path, default=root.parent / "shared" / "data", metavar="FOLDER",
                        help="raw data, ../shared/data unless given; npm packages serve where it is absent")
    parser.add_argument("--to", type=pathlib.Path, default=root / ".dev" / "data", metavar="FOLDER", help=".dev/data unless given")
    options = parser.parse_args()
    for name in options.names:
        if name not in makers:
            parser.error(f"there is no data set '{name}'. There are: {' '.join(makers)}")

    sources = Sources(options.shared, root / ".dev" / "data-sources")
    failed = False
    for name in options.names or makers:
        folder, partial = options.to / name, options.to / f"{name}.partial"
        start = time.monotonic()
        try:
            if options.check and not folder.exists():
                print(f"{name}: not made")
                failed |= name in options.names
                continue
            if not folder.exists():
                shutil.rmtree(partial, ignore_errors=True)
                make(name, partial, sources)
                if not options.record:
                    check(name, partial, options.shared / "mnist" / "reference_7v9.json")
                partial.rename(folder)  # a folder under its name is complete
            if options.record:
                record(name, folder)
            seen = check(name, folder, options.shared / "mnist" / "reference_7v9.json")
            print(f"{name}: {seen} ({time.monotonic() - start:.0f} s)", flush=True)
        except Unavailable as error:
            print(f"{name}: skipped: {error}")
            failed |= name in options.names
        except Wrong as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
