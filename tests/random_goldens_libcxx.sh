#!/bin/sh
# Builds the tests of the random numbers with libc++ in place of libstdc++ and runs them: the golden values must hold on both.
# Needs clang++-19, libc++-19-dev and libc++abi-19-dev. Usage: tests/random_goldens_libcxx.sh [build directory]
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$source/build/libcxx}

cmake --preset dev -S "$source" -B "$build" -DCMAKE_CXX_FLAGS=-stdlib=libc++ -DFIREFLY_PROGRAM=OFF > /dev/null
cmake --build "$build" --target firefly_random_tests
"$build/bin/firefly_random_tests"
