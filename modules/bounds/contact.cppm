/// Where a tangent bound touches, and what it is called.
module;
#include <cstddef>
#include <optional>

export module firefly.bounds:contact;

import firefly.external;
import firefly.core;
import :ellipsoid;

namespace firefly {

/// The names of a bound: in C++, on a command line, and in a sentence.
export struct bound_name {
    char const* type;
    char const* option;
    char const* words;
};

/// Displacements are counted from `origin`. An inner region, where there is one, lies about it.
struct contact_point {
    vector origin;
    bool is_anchored;
    std::optional<ellipsoid> inner = {};

    /// At θ* for all. Throws `invalid_argument` in the bound's name when θ* does not fit the model or is not finite.
    static contact_point at_anchor(bound_name const& name, vector theta, std::size_t dimension);
    /// The same with an inner region about θ*.
    static contact_point at_anchor(bound_name const& name, vector theta, std::size_t dimension, ellipsoid inner);
    /// At each datum's own predictors; displacements are counted from zero.
    static contact_point of_each_datum(std::size_t dimension);
};

}  // namespace firefly
