/// A short run before the chains, to see what a sampler does rather than what theory says.
///
/// Counts, never times: what is chosen by it must not depend on how busy the machine is. Its draws are thrown away, so that whatever
/// is chosen is frozen before the first draw that counts, and the chains stay exact.
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.planning:pilot;

import firefly.external;
import firefly.core;

namespace firefly {

export struct pilot_report {
    vector mean;          // of θ
    double distance = 0;  // the mean of ‖θ − θ*‖²_H: about D where the Laplace approximation holds
    double bright = 0;    // data, on average
    double queries = 0;   // an iteration
    double acceptance = 0;
    double effective = 0;  // draws an iteration: of ‖θ − θ*‖²_H, or of the coordinates where those have fewer
    double draws = 0;      // that this rests on
};

/// What a pilot keeps of its draws.
class pilot_record {
public:
    pilot_record(vector_view centre, cholesky const& precision);
    void add(draw const& drawn);
    pilot_report report() const;

private:
    vector centre_;
    cholesky precision_;
    std::vector<std::vector<double>> coordinates_;
    std::vector<double> distances_;
    double bright_ = 0, queries_ = 0, acceptance_ = 0;
};

/// Advances a chain, the first fifth of the iterations not counted; then on until there are twenty effective draws to judge by, or eight
/// times as many iterations, or `is_hopeless(report)`.
export template <class Chain, class Hopeless>
pilot_report run_pilot(Chain& chain, vector_view centre, cholesky const& precision, std::uint64_t iterations,
                       Hopeless const& is_hopeless) {
    for (std::uint64_t i = 0; i < iterations / 5; ++i) chain.advance();
    pilot_record record(centre, precision);
    for (std::uint64_t done = 0, until = iterations;; until *= 2) {
        for (; done < until; ++done) {
            chain.advance();
            record.add(chain.current());
        }
        pilot_report const report = record.report();
        if (report.effective * report.draws >= 20 || until >= 8 * iterations || is_hopeless(report)) return report;
    }
}

}  // namespace firefly
