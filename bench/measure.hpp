/// What benchmarks measure of a chain: cost in queries and seconds, effective draws of the worst coordinate and of an even functional.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

import firefly;

namespace firefly::bench {

/// For what is to be measured of firefly, whatever would suit.
inline constexpr choices firefly_only{.algorithm = algorithm_kind::firefly};

using clock = std::chrono::steady_clock;

inline double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

/// Seconds of one call of each, in turns: medians.
inline std::vector<double> seconds_in_turns(int repeats, std::vector<std::function<void()>> const& calls) {
    std::vector<std::vector<double>> all(calls.size());
    for (int i = 0; i < repeats; ++i)
        for (std::size_t k = 0; k < calls.size(); ++k) {
            auto const start = clock::now();
            calls[k]();
            all[k].push_back(seconds_since(start));
        }
    std::vector<double> medians;
    for (auto& times : all) {
        std::ranges::nth_element(times, times.begin() + repeats / 2);
        medians.push_back(times[static_cast<std::size_t>(repeats) / 2]);
    }
    return medians;
}

/// In bytes, of a line such as "RssAnon" of /proc/self/status.
inline double process_memory(std::string const& line) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == line + ":") {
            double kilobytes = 0;
            status >> kilobytes;
            return 1024 * kilobytes;
        }
    return 0;
}

/// ESS does not see a tail that is never visited: the mean of the even functional ‖θ − θ*‖²_H and the mass of its tail are to be compared with a
/// reference.
struct measurement {
    double draws = 0;
    double seconds = 0;
    double bright = 0;           // mean
    double queries = 0;          // a draw
    double worst = 0;            // effective draws of the worst coordinate, a draw
    double even = 0;             // and of ‖θ − θ*‖²_H
    double even_mean = 0;        // the mean of ‖θ − θ*‖²_H
    double even_error = 0;       // its standard error
    double tail = 0;             // the share of draws with ‖θ − θ*‖²_H > 2D
    double tail_error = 0;       // its standard error
    double acceptance = 0;       // of all tests
    double last_acceptance = 0;  // of iterations in which θ moved without a query: the last test of bright Gibbs alone

    double effective() const { return std::min(worst, even); }
    double per_query() const { return worst / queries; }
    double per_second() const { return worst * draws / seconds; }
};

/// Effective draws of one chain's numbers.
inline double effective_draws(std::vector<double> const& values) {
    return ess_mean(values);
}

/// Runs a chain for its warm-up and then for `draws` iterations, or for `most_seconds` if that is less.
template <class Chain>
measurement measure(Chain& chain, vector const& centre, cholesky const& precision, std::uint64_t warm_up, std::uint64_t draws,
                    double most_seconds = 1e9) {
    for (std::uint64_t i = 0; i < warm_up; ++i) chain.advance();
    measurement m;
    double quiet = 0;
    std::vector<std::vector<double>> coordinate(centre.size());
    std::vector<double> even;
    vector displacement = centre;
    auto const start = clock::now();
    while (m.draws < static_cast<double>(draws)) {
        chain.advance();
        draw const& d = chain.current();
        ++m.draws;
        m.bright += static_cast<double>(d.z.bright);
        m.queries += static_cast<double>(d.queries());
        m.acceptance += d.acceptance;
        if (d.theta_queries == 0) {
            m.last_acceptance += d.acceptance;
            ++quiet;
        }
        for (std::size_t i = 0; i < centre.size(); ++i) {
            coordinate[i].push_back(d.theta(i));
            displacement(i) = d.theta(i) - centre(i);
        }
        even.push_back(precision.squared_norm(as_view(displacement)));
        if (even.size() % 64 == 0 && seconds_since(start) > most_seconds) break;
    }
    m.seconds = seconds_since(start);
    if (quiet > 0) m.last_acceptance /= quiet;
    m.bright /= m.draws;
    m.queries /= m.draws;
    m.acceptance /= m.draws;
    m.worst = 1e300;
    for (auto const& values : coordinate) m.worst = std::min(m.worst, effective_draws(values) / m.draws);
    m.even = effective_draws(even) / m.draws;
    for (double const e : even) m.even_mean += e / m.draws;
    m.even_error = mcse_mean(even);
    for (double& e : even) e = e > 2 * static_cast<double>(centre.size()) ? 1 : 0;
    for (double const is_beyond : even) m.tail += is_beyond / m.draws;
    m.tail_error = mcse_mean(even);
    return m;
}

}  // namespace firefly::bench
