# shellcheck shell=bash
# What the checks of the built program share: source it with the program as the first argument. Works in a directory that goes away.
set -uo pipefail

firefly=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

check() {  # check WHAT CONDITION…
    if "${@:2}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n' "$1"
    fi
}

exits_with() {  # exits_with CODE ARGUMENT…: the program's own output goes to out and err
    "$firefly" "${@:2}" >out 2>err
    local code=$?
    ((code == $1)) || { printf 'exit code %d instead of %d\n' "$code" "$1"; cat err; return 1; }
}

says() { grep -qF -- "$2" "$1" || { printf '%s holds:\n' "$1"; cat "$1"; return 1; }; }
is_one_line() { (($(wc -l <err) == 1)) || { cat err; return 1; }; }
rows() { grep -vc -e '^#' -e '^lp__' "$1"; }

make_wells() {  # make_wells ROWS: wells.csv, a logistic regression whose coefficients are 0.3, -0.9 and 0.5
    python3 - "$1" <<'PYTHON'
import math, random, sys
random.seed(1)
with open("wells.csv", "w") as out:
    out.write("switched,distance,arsenic\n")
    for _ in range(int(sys.argv[1])):
        distance, arsenic = random.gauss(0, 1), random.gauss(0, 1)
        p = 1 / (1 + math.exp(-(0.3 - 0.9 * distance + 0.5 * arsenic)))
        out.write(f"{'yes' if random.random() < p else 'no'},{distance:.6f},{arsenic:.6f}\n")
PYTHON
}

make_iris_and_noise() {  # iris.csv: three classes; noise.csv: a line with intercept 1, slope 2 and outliers
    python3 - <<'PYTHON'
import random
random.seed(2)
with open("iris.csv", "w") as out:
    out.write("species,petal,sepal\n")
    for _ in range(300):
        kind = random.choice(["setosa", "virginica", "versicolor"])
        out.write(f"{kind},{random.gauss(len(kind) / 5, 1):.4f},{random.gauss(0, 1):.4f}\n")
with open("noise.csv", "w") as out:
    out.write("y,x\n")
    for _ in range(300):
        x = random.gauss(0, 1)
        out.write(f"{1 + 2 * x + random.gauss(0, 1) * (10 if random.random() < 0.1 else 1):.4f},{x:.4f}\n")
PYTHON
}

finish() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0))
}
