#!/usr/bin/env python3
"""flights.py FITTED [HELD_OUT]: flights within the United States from January to June 2001 as CSV files, for docs/groups.md.

    FITTED    1,800,000 flights, those of ./dev data
    HELD_OUT  20,000 others

Columns: delay (minutes), distance (miles), hour (of the day, with its fraction), weekday (Monday is 1), origin and dest (airports). The raw
data are ../shared/data/flights3m beside the repository, or the npm package vega-datasets. Needs what ./dev data needs: numpy, pillow, and
pyarrow for the package.
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "bench"))
import data_sets  # noqa: E402
from sources import Sources  # noqa: E402


def write(path, flights, rows):
    minute, airports = flights["minute"][rows], flights["airports"]
    columns = (flights["delay"][rows], flights["distance"][rows], minute % 1440, minute // 1440 % 7, flights["origin"][rows], flights["destination"][rows])
    hours = [f"{m / 60:.6g}" for m in range(1440)]
    with open(path, "w") as file:
        file.write("delay,distance,hour,weekday,origin,dest\n")
        for delay, distance, minute, day, origin, destination in zip(*(column.tolist() for column in columns)):
            # 1 January 2001 was a Monday.
            file.write(f"{delay},{distance},{hours[minute]},{day + 1},{airports[origin]},{airports[destination]}\n")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    flights = Sources(root.parent / "shared" / "data", root / ".dev" / "data-sources").flights()
    fitted, others = data_sets.chosen_flights(len(flights["delay"]))
    write(sys.argv[1], flights, fitted)
    if len(sys.argv) == 3:
        write(sys.argv[2], flights, others[:20_000])


main()
