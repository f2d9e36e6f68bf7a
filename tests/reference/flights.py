#!/usr/bin/env python3
"""flights.py [FOLDER]: makes the data of the reference posteriors from ../shared/data/flights3m (or FOLDER), beside this file.

    flights_per_hour.csv.gz  2,000 pairs of an airport and an hour from February to June 2001: how many flights left, of those in the sample
    delay_classes.csv.gz     2,000 flights: 1 early, 2 less than a quarter of an hour late, 3 less than an hour late, 4 later

Needs numpy. The files are part of the repository: nothing but a change of their definition asks for this script.
"""
import csv
import gzip
import io
import lzma
import math
import pathlib
import sys

import numpy

here = pathlib.Path(__file__).resolve().parent
rows = 2000
hours_of_january = 31 * 24


def column(folder, name):
    with lzma.open(folder / f"{name}.npy.xz") as file:
        return numpy.load(io.BytesIO(file.read()))


def coordinates(folder, airports):
    """Latitude and longitude of each airport, in tens of degrees; NaN where the table does not have it."""
    with open(folder / "airports_latlon.csv", newline="") as file:
        known = {line["iata"]: (float(line["latitude"]) / 10, float(line["longitude"]) / 10) for line in csv.DictReader(file)}
    return numpy.array([known.get(airport, (math.nan, math.nan)) for airport in airports])


def daily(hour):
    """The first harmonic of a time of day in hours."""
    return numpy.sin(2 * math.pi * hour / 24), numpy.cos(2 * math.pi * hour / 24)


def is_weekend(day):
    return (day % 7 >= 5).astype(float)  # 1 January 2001 was a Monday


def write(name, columns):
    text = io.StringIO()
    text.write(",".join(columns) + "\n")
    for line in zip(*columns.values()):
        text.write(",".join(f"{round(float(value), 4):g}" for value in line) + "\n")
    (here / name).write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def flights_per_hour(random, minute, origin, distance, place):
    """Airports that the table has and that had flights in January. What January had is no part of the counts, and serves to tell large airports."""
    hour, airports = minute // 60, len(place)
    in_january = numpy.bincount(origin[hour < hours_of_january], minlength=airports)
    mean_distance = numpy.bincount(origin, distance, airports) / numpy.maximum(numpy.bincount(origin, minlength=airports), 1)
    counts = numpy.bincount(hour.astype(numpy.int64) * airports + origin, minlength=(int(hour.max()) + 1) * airports)
    usable = numpy.flatnonzero((in_january > 0) & ~numpy.isnan(place[:, 0]))
    airport = random.choice(usable, rows)
    when = random.integers(hours_of_january, int(hour.max()) + 1, rows)
    sine, cosine = daily(when % 24)
    write("flights_per_hour.csv.gz", {
        "flights": counts[when * airports + airport], "log_january": numpy.log(in_january[airport]),
        "log_distance": numpy.log(mean_distance[airport]), "sine": sine, "cosine": cosine, "weekend": is_weekend(when // 24),
        "latitude": place[airport, 0], "longitude": place[airport, 1]})


def delay_classes(random, minute, origin, distance, delay, place):
    usable = numpy.flatnonzero(~numpy.isnan(place[origin, 0]))
    chosen = numpy.sort(random.choice(usable, rows, replace=False))
    minute, origin, distance, delay = (values[chosen] for values in (minute, origin, distance, delay))
    sine, cosine = daily(minute % 1440 / 60)
    write("delay_classes.csv.gz", {
        "delay": 1 + numpy.digitize(delay, [0, 15, 60]), "log_distance": numpy.log(distance), "sine": sine, "cosine": cosine,
        "weekend": is_weekend(minute // 1440), "latitude": place[origin, 0], "longitude": place[origin, 1]})


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[2] / "shared" / "data" / "flights3m"
    if not folder.is_dir():
        sys.exit(f"flights: {folder} is not there; name the folder of the raw data")
    minute, delay, distance, origin = (column(folder, name) for name in ("minute", "delay", "distance", "origin"))
    place = coordinates(folder, (folder / "airports.txt").read_text().split())
    random = numpy.random.default_rng(21)
    flights_per_hour(random, minute, origin, distance, place)
    delay_classes(random, minute, origin, distance, delay, place)


main()
