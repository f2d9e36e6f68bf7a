#!/usr/bin/env python3
"""The cost model of docs/scale.md: what set-up and an iteration take at N rows on P machines. Prints the table of that page.

Constants were measured on one machine (`./dev bench mpi`, `./dev bench speed setup`), networks and disks are round figures of what is sold.
"""
import argparse

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--row-cost", type=float, default=0.92, help="set-up, microseconds per row of one core, D = 51")
parser.add_argument("--iteration", type=float, default=4.3, help="microseconds of an iteration that touches no row of others")
parser.add_argument("--cores", type=int, default=16, help="of a machine")
parser.add_argument("--disk", type=float, default=3e9, help="bytes per second that a machine reads")
measured = parser.parse_args()

columns, element = 51, 4
row_bytes = 8 + columns * element
networks = {"commodity": (1.25e9, 40.0), "fast": (25e9, 2.0)}  # bytes per second, microseconds of a round trip
exchanges = 3  # an iteration that touches rows: clock pages, rows, reaches

print("| N | machines | network | read | set-up | tables shared | memory per machine | iteration, µs | rows touched |")
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for rows in (10**9, 10**11):
    bright = 0.94 * (10**6 / rows) ** 0.5  # M at 10⁶ is 0.94, and falls as the root of N
    touched = 3 * bright + bright
    for machines in (10, 100, 1000):
        for name, (bandwidth, latency) in networks.items():
            read = rows * row_bytes / machines / measured.disk
            compute = rows * measured.row_cost * 1e-6 / machines / measured.cores
            # A pass gathers subtrees of D² numbers, up to two for each level of a member's blocks; set-up makes about six of them.
            nodes = 2 * max(1, (rows / machines / 4096)).__int__().bit_length()
            gathered = 6 * machines * nodes * columns**2 * 8
            clocks = 2 * rows / 256 * 8  # sums of pages, of two clocks
            share = (gathered + clocks) / bandwidth
            memory = rows / machines * (row_bytes + 13.5) + 2 * rows / 256 * 12 + gathered / 6
            iteration = measured.iteration + min(1, touched) * exchanges * latency * (1 - 1 / machines)
            print(f"| {rows:.0e} | {machines} | {name} | {read:.3g} s | {compute:.3g} s | {share:.2g} s | {memory / 1e9:.3g} GB "
                  f"| {iteration:.3g} | {touched:.2g} |")
