#!/usr/bin/env python3
"""voters.py ROWS: made-up data for the guide, on standard output: how people voted, by age, income and region. One income in fifty is missing."""
import math
import random
import sys


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    random.seed(2)
    print("vote,age,income,region")
    for _ in range(int(sys.argv[1])):
        age, income, region = random.randint(18, 90), round(random.lognormvariate(3.5, 0.6), 1), random.choice(["north", "south", "west"])
        eta = -2 + 0.03 * age + 0.4 * math.log(income / 30) + {"north": 0, "south": 0.5, "west": -0.3}[region]
        vote = "left" if random.random() < 1 / (1 + math.exp(eta)) else "right"
        print(vote, age, "NA" if random.random() < 0.02 else income, region, sep=",")


if __name__ == "__main__":
    main()
