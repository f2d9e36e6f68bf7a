#pragma once
#include <vector>

/// The elements of a vector, or of a matrix row after row, to be compared.
template <class Range>
std::vector<double> numbers(Range const& range) {
    return {range.begin(), range.end()};
}
