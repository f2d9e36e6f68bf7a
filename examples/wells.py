#!/usr/bin/env python3
"""wells.py ROWS [PERCENT]: made-up data for the guide, on standard output: who switched to another well, by how far it is and how much arsenic is in theirs.

Both columns are standardized. The log odds of switching are 0.3 − 0.9 distance + 0.5 arsenic. With PERCENT about that many in a hundred switch, by
another intercept.
"""
import math
import random
import sys


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    rows = int(sys.argv[1])
    intercept = 0.3 if len(sys.argv) == 2 else math.log(float(sys.argv[2]) / 100) - 0.53  # e^{…} has the mean e^{(0.9² + 0.5²)/2} = e^0.53
    random.seed(1)
    print("switched,distance,arsenic")
    for _ in range(rows):
        distance, arsenic = random.gauss(0, 1), random.gauss(0, 1)
        probability = 1 / (1 + math.exp(-(intercept - 0.9 * distance + 0.5 * arsenic)))
        print(f"{'yes' if random.random() < probability else 'no'},{distance:.6f},{arsenic:.6f}")


if __name__ == "__main__":
    main()
