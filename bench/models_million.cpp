/// The parts of bench_models that do what users do: a CSV file in, draws of every parameter out, by the program of the same build.
///
/// Logistic regression, groups whose intercepts are N(0, ½²), common columns of standard normals. Million: 10⁶ rows, 500 groups, 10 columns, timed from
/// the program's start to its end. Peers: the first 10⁴ of these rows, the program's time beside that of NumPyro's NUTS, and what the latter would take
/// with 10⁶ (bench/models_nuts.py says how that is reckoned). Levels: 2·10⁵ rows, 3000 groups, two columns, so that data say little of each group;
/// without a pilot, which would cost more than the draws.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "child.hpp"
#include "models.hpp"

#include "measure.hpp"

import firefly.external;

namespace firefly::bench::models {

namespace {

struct shape {
    row_index rows;
    std::size_t groups, common;

    std::size_t parameters() const { return 1 + common + groups + 1; }  // with the scale of the groups' intercepts
    std::string name() const { return fmt::format("{} rows, {} groups", rows, groups); }
};

constexpr shape few{10'000, 500, 10}, many{1'000'000, 500, 10}, sparse{200'000, 3000, 2};
constexpr double enough = 400;  // effective draws of every parameter

/// The first rows of the same data, however many they are.
void write_rows(std::filesystem::path const& path, shape const& of) {
    auto const [rows, groups, common] = of;
    random_source random({.seed = 35, .use = purpose::data});
    std::vector<double> slopes(common), intercepts(groups), x(common);
    random.normals(slopes);
    random.normals(intercepts);
    for (double& slope : slopes) slope /= 4;
    for (double& intercept : intercepts) intercept /= 2;
    std::ofstream out(path);
    out << "y,group";
    for (std::size_t j = 0; j < common; ++j) out << ",x" << j;
    out << '\n';
    std::string line;
    for (row_index n = 0; n < rows; ++n) {
        std::size_t const group = std::min(groups - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(groups)));
        random.normals(x);
        double const eta = intercepts[group] + dot(x, slopes) - 0.5;
        line = fmt::format("{},g{}", random.uniform() < sigmoid(eta) ? 1 : 0, group);
        for (double const cell : x) line += fmt::format(",{:.6f}", cell);
        out << line << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string text_of(std::filesystem::path const& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Runs the program of this build; what it says goes to a file, which is told where it fails.
void run_program(std::filesystem::path const& folder, std::string const& arguments) {
    auto const said = folder / "said.txt";
    std::fflush(stdout);
    if (std::system(fmt::format("'{}' {} >'{}' 2>&1", (this_program().parent_path() / "firefly").string(), arguments, said.string())
                        .c_str()) != 0)
        throw std::runtime_error(fmt::format("firefly {} failed: {}", arguments, text_of(said)));
}

/// ess_bulk in a table of `firefly summary`, the least first. Names come first and may have commas in them: columns are counted from the end.
std::vector<double> effective_in(std::filesystem::path const& table) {
    std::ifstream in(table);
    std::string line;
    std::getline(in, line);
    auto const after = std::ranges::count(line.substr(line.find("ess_bulk")), ',');
    std::vector<double> result;
    while (std::getline(in, line)) {
        for (std::ptrdiff_t i = 0; i < after; ++i) line.resize(line.rfind(','));
        result.push_back(std::stod(line.substr(line.rfind(',') + 1)));
    }
    std::ranges::sort(result);
    return result;
}

struct program_run {
    double seconds, effective, median;  // effective draws of the worst parameter, and of one in the middle
};

/// From the file to the draws.
program_run sample(std::filesystem::path const& folder, std::string const& name, shape const& of, std::string const& how) {
    auto const data = folder / (name + ".csv"), draws = folder / (name + ".nc"), table = folder / (name + "_summary.csv");
    write_rows(data, of);
    std::string formula = "y ~ ";
    for (std::size_t j = 0; j < of.common; ++j) formula += fmt::format("x{} + ", j);
    formula += "(1 | group)";
    auto const start = clock::now();
    run_program(folder, fmt::format("sample --data '{}' --formula '{}' --chains 2 --threads 2 {} --output '{}'", data.string(),
                                    formula, how, draws.string()));
    double const seconds = seconds_since(start);
    run_program(folder, fmt::format("summary '{}' --csv '{}'", draws.string(), table.string()));
    auto const effective = effective_in(table);
    if (effective.size() != of.parameters())
        throw std::runtime_error(fmt::format("the summary has {} parameters", effective.size()));
    std::printf("  %s, %.0f MB of CSV: %.1f s; effective draws of the worst of %zu parameters %.0f, of one in the middle %.0f\n",
                of.name().c_str(), 1e-6 * static_cast<double>(std::filesystem::file_size(data)), seconds, effective.size(),
                effective.front(), effective[effective.size() / 2]);
    return {seconds, effective.front(), effective[effective.size() / 2]};
}

std::string until_enough() {
    return fmt::format("--target-ess {}", enough);
}

}  // namespace

double million_part(records& figures, std::filesystem::path const& folder) {
    program_run const own = sample(folder, "million", many, until_enough());
    figures.at_most(60, many.name() + ": from the file to 400 effective draws of every parameter", own.seconds, "s");
    figures.at_least(enough, many.name() + ": effective draws of the worst parameter", own.effective, "");
    return own.seconds;
}

void levels_part(records& figures, std::filesystem::path const& folder) {
    constexpr double draws = 1000;  // of two chains together
    program_run const own =
        sample(folder, "levels", sparse, fmt::format("--algorithm firefly --anchor map --warmup 100 --draws {}", draws / 2));
    figures.at_least(0.05, sparse.name() + ": effective draws per iteration of the worst parameter", own.effective / draws,
                     "per draw");
    figures.at_least(0.5, sparse.name() + ": effective draws per iteration of a parameter in the middle", own.median / draws,
                     "per draw");
    figures.at_most(300, sparse.name() + ": two chains of 600 iterations", own.seconds, "s");
}

void peers_part(records& figures, std::filesystem::path const& folder, double seconds) {
    program_run const own = sample(folder, "few", few, until_enough());
    auto const nuts = figures_of(fmt::format("'{}/bin/python' bench/models_nuts.py '{}' {} {}", std::getenv("FIREFLY_PEERS"),
                                             (folder / "few.csv").string(), enough, many.rows / few.rows));
    figures.at_least(own.seconds, few.name() + ": NUTS of NumPyro to 400 effective draws, against the program's time",
                     nuts.at("seconds"), "s");
    figures.at_least(seconds, many.name() + ": the same, extrapolated from 10000 rows, against the program's time",
                     nuts.at("extrapolated"), "s");
}

}  // namespace firefly::bench::models
