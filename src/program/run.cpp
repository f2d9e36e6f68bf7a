module;
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

module firefly.program;

import firefly;

namespace firefly::program {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

chain_result run_chain(stream<draw> const& draws, run_settings const& settings, draw_sink const& sink) {
    chain_result result;
    auto start = clock::now();
    for (draw const& current : draws) {
        if (current.warm_up) {
            result.warm_up_seconds = seconds_since(start);
        } else {
            if (result.iterations == 0) start = clock::now();
            if (result.iterations % settings.thin == 0) {
                result.parameters.resize(current.theta.size());
                for (std::size_t i = 0; i < current.theta.size(); ++i) result.parameters[i].push_back(current.theta(i));
            }
            ++result.iterations;
            result.bright += static_cast<double>(current.z.bright);
            result.queries += static_cast<double>(current.queries());
            result.acceptance += current.acceptance;
        }
        sink(current);
        if (result.iterations == settings.draws || stop_requested) break;
        if (result.iterations > 0 && seconds_since(start) > settings.max_seconds) break;
    }
    if (result.iterations > 0) result.seconds = seconds_since(start);
    return result;
}

}  // namespace

std::vector<chain_result> run_chains(chain_maker const& make, run_settings const& settings,
                                     std::function<draw_sink(std::size_t)> const& make_sink) {
    std::vector<chain_result> results(settings.chains);
    std::vector<std::exception_ptr> failures(settings.chains);
    std::atomic<std::size_t> next = 0;
    auto const work = [&] {
        for (std::size_t i = next++; i < settings.chains && !stop_requested; i = next++) {
            try {
                auto const sink = make_sink(i);
                results[i] = run_chain(make({settings.seed, static_cast<std::uint32_t>(i), settings.warm_up}), settings, sink);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < std::min(settings.threads, settings.chains); ++i) threads.emplace_back(work);
        work();
    }
    for (auto const& failure : failures)
        if (failure) std::rethrow_exception(failure);
    return results;
}

double per_iteration(std::vector<chain_result> const& chains, double chain_result::* sum) {
    double total = 0;
    std::uint64_t iterations = 0;
    for (auto const& chain : chains) {
        total += chain.*sum;
        iterations += chain.iterations;
    }
    return total / static_cast<double>(iterations);
}

std::vector<summary> summarise_all(std::vector<chain_result> const& chains, std::vector<std::string> const& names) {
    // Chains that were stopped may differ in length: what all of them have is summarised.
    std::size_t length = chains.front().parameters.empty() ? 0 : chains.front().parameters.front().size();
    for (auto const& chain : chains) length = std::min(length, chain.parameters.empty() ? 0 : chain.parameters.front().size());
    std::vector<summary> lines;
    for (std::size_t p = 0; p < names.size() && length > 0; ++p) {
        std::vector<std::vector<double>> draws;
        for (auto const& chain : chains)
            draws.emplace_back(chain.parameters[p].begin(), chain.parameters[p].begin() + static_cast<std::ptrdiff_t>(length));
        lines.push_back(summarise(names[p], draws));
    }
    return lines;
}

double least_effective(std::vector<summary> const& lines) {
    double least = infinity;
    for (auto const& line : lines) least = std::min(least, line.ess_bulk);
    return least;
}

}  // namespace firefly::program
