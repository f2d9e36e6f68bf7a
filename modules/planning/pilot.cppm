/// A short run before the chains, to see what a sampler does rather than what theory says.
///
/// Counts, never times: what is chosen by it must not depend on how busy the machine is. Its draws are thrown away, so that whatever
/// is chosen is frozen before the first draw that counts, and the chains stay exact.
module;
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

export module firefly.planning:pilot;

import firefly.external;
import firefly.core;
import firefly.dynamic;

namespace firefly {

/// What a short run has shown.
export struct pilot_report {
    vector mean;          // of θ
    double distance = 0;  // the mean of ‖θ − θ*‖²_H: about D where the Laplace approximation holds
    double bright = 0;    // data, on average
    double queries = 0;   // per iteration
    double acceptance = 0;
    double effective = 0;    // draws per iteration: of ‖θ − θ*‖²_H, or of the coordinates or learned scales where those have fewer
    double draws = 0;        // that this rests on
    double tail = 0;         // of a chain on all data: `pareto_tail` of π over the Laplace approximation, at the points visited
    std::size_t points = 0;  // those: fewer than draws where the chain stayed at some
    matrix covariance = {};  // of θ; of no size where the precision is sparse: a pilot has too few draws to tell those of thousands
};

/// Advances a chain, the first fifth of the iterations not counted; then on until there are fifty effective draws to judge by, or sixteen
/// times as many iterations, none more where the precision is sparse, or until the last argument says that it is hopeless.
export pilot_report run_pilot(any_chain& chain, vector_view centre, cholesky const& precision, std::uint64_t iterations,
                              std::function<bool(pilot_report const&)> const& is_hopeless = {});

}  // namespace firefly
