module;
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
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

void keep(chain_result& result, draw const& current) {
    result.parameters.resize(current.theta.size());
    for (std::size_t i = 0; i < current.theta.size(); ++i) result.parameters[i].push_back(current.theta(i));
    ++result.kept;
}

void count(chain_result& result, draw const& current) {
    ++result.iterations;
    result.bright += static_cast<double>(current.z.bright);
    result.queries += static_cast<double>(current.queries());
    result.acceptance += current.acceptance;
}

chain_result run_chain(chain_maker const& make, chain_options const& options, run_settings const& settings, draw_sink const& sink,
                       data_scale const& to_data_scale) {
    chain_result result;
    draw on_data_scale;
    auto const shown = [&](draw const& sampled) -> draw const& {
        if (!to_data_scale.changes()) return sampled;
        on_data_scale = sampled;
        to_data_scale(on_data_scale.theta);
        return on_data_scale;
    };
    auto const start = clock::now();
    for (draw const& current : make(options)) {
        if (current.warm_up) {
            sink.append(shown(current));
            result.warm_up_seconds = seconds_since(start);
        } else {
            if (result.iterations % settings.thin == 0) {
                draw const& kept = shown(current);
                keep(result, kept);
                sink.append(kept);
            }
            count(result, current);
            result.seconds = seconds_since(start) - result.warm_up_seconds;
        }
        if (result.iterations == settings.draws || stop_requested || result.seconds > settings.max_seconds) break;
    }
    if (result.kept > 0) sink.finish(result);
    return result;
}

}  // namespace

std::vector<chain_result> run_chains(chain_maker const& make, run_settings const& settings, std::vector<draw_sink> const& sinks,
                                     data_scale const& to_data_scale) {
    std::vector<chain_result> results(settings.chains);
    std::vector<std::exception_ptr> failures(settings.chains);
    std::atomic<std::size_t> next = 0;
    auto const work = [&] {
        for (std::size_t i = next++; i < settings.chains && !stop_requested; i = next++) {
            try {
                results[i] = run_chain(make, {settings.seed, static_cast<std::uint32_t>(i), settings.warm_up}, settings, sinks[i],
                                       to_data_scale);
            } catch (...) {
                failures[i] = std::current_exception();
                stop_requested = true;
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
    std::erase_if(results, [](chain_result const& result) { return result.kept == 0; });
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
    auto const shortest = std::ranges::min_element(chains, {}, &chain_result::kept);
    std::vector<summary> lines;
    for (std::size_t p = 0; p < names.size() && shortest != chains.end(); ++p) {
        std::vector<std::vector<double>> draws;
        for (auto const& chain : chains)
            draws.emplace_back(chain.parameters[p].begin(),
                               chain.parameters[p].begin() + static_cast<std::ptrdiff_t>(shortest->kept));
        lines.push_back(summarise(names[p], draws));
    }
    return lines;
}

double least_effective(std::vector<summary> const& lines) {
    double least = infinity;
    for (auto const& line : lines) {
        if (std::isnan(line.ess_bulk)) return line.ess_bulk;
        least = std::min(least, line.ess_bulk);
    }
    return least;
}

}  // namespace firefly::program
