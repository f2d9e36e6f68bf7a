#!/usr/bin/env python3
"""designs.py [FOLDER]: columns that formulaic makes of formulas, as a reference for firefly's, from ../shared/data/flights3m (or FOLDER).

    designs.csv   40 flights: delay and distance, airports of origin and destination, the time of departure, its weekday and hour
    designs.txt   for each formula its text, the names of its columns with tabs between, and a line of numbers for each flight

Needs formulaic 1.2.2, numpy and pandas (pip install). The files are part of the repository: nothing but a change of their definition asks for
this script. year, month, … are no functions of formulaic: they are given to it here.
"""
import io
import lzma
import pathlib
import sys

import numpy
import pandas
from formulaic import model_matrix

here = pathlib.Path(__file__).resolve().parent
rows = 40

formulas = [
    "delay ~ 1",
    "delay ~ distance + hour",
    "delay ~ 0 + distance",
    "delay ~ log(distance) + sqrt(hour) + exp(hour / 10)",
    "delay ~ origin",
    "delay ~ 0 + origin",
    "delay ~ origin + dest - 1",
    "delay ~ C(weekday)",
    "delay ~ C(weekday, Treatment(reference=3))",
    "delay ~ 0 + C(weekday, contr.treatment('4')) + hour",
    "delay ~ C(origin, levels=['ORD', 'DFW', 'ATL', 'LAX'])",
    "delay ~ origin:dest",
    "delay ~ origin*dest",
    "delay ~ distance:origin",
    "delay ~ distance*origin + hour",
    "delay ~ origin/hour",
    "delay ~ (distance + hour + origin)^2",
    "delay ~ (distance + hour + origin)**2 - distance:hour",
    "delay ~ hour + distance:hour + hour:distance:origin",
    "delay ~ dest:origin + origin",
    "delay ~ I(distance**2) + I((hour - 12) / 24 * distance) + I(-hour + 1.50)",
    "delay ~ center(distance) + scale(hour)",
    "delay ~ scale(log(distance)) * origin",
    "delay ~ center(scale(hour))",
    "delay ~ poly(hour, 3)",
    "delay ~ poly(distance, degree=2, raw=True)",
    "delay ~ bs(hour, df=6)",
    "delay ~ bs(distance, df=5, degree=2)",
    "delay ~ 0 + bs(hour, df=5, include_intercept=True)",
    "delay ~ bs(hour, knots=[8, 12, 18], lower_bound=0, upper_bound=24)",
    "delay ~ bs(hour, df=4, lower_bound=8, upper_bound=20, extrapolation='clip')",
    "delay ~ bs(hour, df=4, lower_bound=8, upper_bound=20, extrapolation='extend')",
    "delay ~ bs(scale(distance), df=4)",
    "delay ~ 0 + cr(hour, df=4)",
    "delay ~ cr(distance, df=5, constraints='center')",
    "delay ~ cr(hour, df=3, lower_bound=9, upper_bound=17)",
    "delay ~ origin:bs(hour, df=4)",
    "delay ~ year(time) + C(month(time)) + weekday(time) + scale(hour(time))",
    "delay ~ `flight time` + log(`flight time`)",
]


def column(folder, name):
    with lzma.open(folder / f"{name}.npy.xz") as file:
        return numpy.load(io.BytesIO(file.read()))


def flights(folder):
    minute, delay, distance, origin, dest = (column(folder, name) for name in ("minute", "delay", "distance", "origin", "dest"))
    airports = numpy.array((folder / "airports.txt").read_text().split())
    origin, dest = airports[origin], airports[dest]
    usable = numpy.flatnonzero(numpy.isin(origin, ["ATL", "DFW", "LAX", "ORD"]) & numpy.isin(dest, ["BOS", "DEN", "SEA"]))
    chosen = numpy.sort(numpy.random.default_rng(22).choice(usable, rows, replace=False))
    time = pandas.Timestamp("2001-01-01") + pandas.to_timedelta(minute[chosen].astype(int), unit="min")
    return pandas.DataFrame({
        "delay": delay[chosen], "distance": distance[chosen], "origin": origin[chosen], "dest": dest[chosen],
        "time": time.strftime("%Y-%m-%dT%H:%M"), "weekday": time.weekday + 1, "hour": time.hour + 1,
        "flight time": numpy.round(distance[chosen] / 800 + 0.5, 2)})


def parts(name):
    return lambda cells: getattr(pandas.to_datetime(cells).dt, name) + (name == "weekday")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[2] / "shared" / "data" / "flights3m"
    if not folder.is_dir():
        sys.exit(f"designs: {folder} is not there; name the folder of the raw data")
    flights(folder).to_csv(here / "designs.csv", index=False)
    table = pandas.read_csv(here / "designs.csv")
    functions = {"sqrt": numpy.sqrt, **{name: parts(name) for name in ("year", "month", "weekday", "hour")}}
    with open(here / "designs.txt", "w") as file:
        for formula in formulas:
            said = formula.replace("'4'", "4")  # levels of numbers are numbers there
            # A column hides a function of its name there.
            columns = table[["delay", "time"]] if "(time)" in formula else table
            made = model_matrix(said, columns, context=functions).rhs
            names = [name.replace("treatment(4)", "treatment('4')") for name in made.columns]
            if "raw=True" in formula:  # these are counted from 0 there, all others from 1
                names = [name.replace("[1]", "[2]").replace("[0]", "[1]") for name in names]
            file.write(f"{formula}\n" + "\t".join(names) + "\n")
            for line in made.to_numpy(float):
                file.write(" ".join(f"{value:.17g}" for value in line) + "\n")


main()
