module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly;

namespace firefly::program {

namespace {

/// One parameter, in the draws that all chains have.
std::vector<std::vector<double>> draws_of(std::vector<draw_log_reader> const& chains, std::size_t parameter) {
    std::vector<std::size_t> lengths;
    for (auto const& chain : chains) lengths.push_back(chain.size() - chain.warm_up());
    std::vector<std::vector<double>> draws;
    for (auto const& chain : chains) draws.push_back(chain.parameter(parameter, std::ranges::min(lengths)));
    return draws;
}

/// NaN where one is.
double least_of(std::vector<double> const& numbers) {
    double least = infinity;
    for (double const number : numbers) {
        if (std::isnan(number)) return number;
        least = std::min(least, number);
    }
    return least;
}

}  // namespace

std::vector<draw_log_reader> read_logs(run_logs& logs) {
    std::vector<draw_log_reader> readers;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        draw_log_reader reader = logs.read(i);
        if (reader.size() > reader.warm_up()) readers.push_back(std::move(reader));
    }
    return readers;
}

std::vector<summary> summarise_all(std::vector<draw_log_reader> const& chains, std::vector<std::string> const& names) {
    std::vector<summary> lines;
    for (std::size_t p = 0; p < names.size() && !chains.empty(); ++p) lines.push_back(summarise(names[p], draws_of(chains, p)));
    return lines;
}

double least_effective(std::vector<summary> const& lines) {
    std::vector<double> sizes;
    for (auto const& line : lines) sizes.push_back(line.ess_bulk);
    return least_of(sizes);
}

double least_effective(std::vector<draw_log_reader> const& chains) {
    std::vector<double> sizes;
    for (std::size_t p = 0; p < chains.front().parameters(); ++p) sizes.push_back(ess_bulk(draws_of(chains, p)));
    return least_of(sizes);
}

}  // namespace firefly::program
