/// The parts of bench_models that do what users do: a CSV file in, draws of every parameter out, by the program of the same build.
///
/// Logistic regression, 500 groups whose intercepts are N(0, ½²), 10 common columns of standard normals. Million: 10⁶ rows, timed from the program's
/// start to its end. Peers: the first 10⁴ of these rows, the program's time beside that of NumPyro's NUTS, and what the latter would take with 10⁶
/// (bench/models_nuts.py says how that is reckoned).
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
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

constexpr std::size_t groups = 500, common = 10;
constexpr row_index few = 10'000, many = 1'000'000;
constexpr double enough = 400;  // effective draws of every parameter

/// The first rows of the same data, however many they are.
void write_rows(std::filesystem::path const& path, row_index rows) {
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
        std::size_t const group = std::min(groups - 1, static_cast<std::size_t>(random.uniform() * groups));
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

/// The least of ess_bulk in a table of `firefly summary`. Names come first and may have commas in them: columns are counted from the end.
double least_effective(std::filesystem::path const& table) {
    std::ifstream in(table);
    std::string line;
    std::getline(in, line);
    auto const after = std::ranges::count(line.substr(line.find("ess_bulk")), ',');
    double least = std::numeric_limits<double>::infinity();
    std::size_t parameters = 0;
    for (; std::getline(in, line); ++parameters) {
        for (std::ptrdiff_t i = 0; i < after; ++i) line.resize(line.rfind(','));
        least = std::min(least, std::stod(line.substr(line.rfind(',') + 1)));
    }
    if (parameters != 1 + common + groups + 1)  // with the scale of the groups' intercepts
        throw std::runtime_error(fmt::format("the summary has {} parameters", parameters));
    return least;
}

struct program_run {
    double seconds, effective;
};

/// From the file to the draws.
program_run sample(std::filesystem::path const& folder, std::string const& name, row_index rows) {
    auto const data = folder / (name + ".csv"), draws = folder / (name + ".nc"), table = folder / (name + "_summary.csv");
    write_rows(data, rows);
    std::string formula = "y ~ ";
    for (std::size_t j = 0; j < common; ++j) formula += fmt::format("x{} + ", j);
    formula += "(1 | group)";
    auto const start = clock::now();
    run_program(folder, fmt::format("sample --data '{}' --formula '{}' --chains 2 --threads 2 --target-ess {} --output '{}'",
                                    data.string(), formula, enough, draws.string()));
    double const seconds = seconds_since(start);
    run_program(folder, fmt::format("summary '{}' --csv '{}'", draws.string(), table.string()));
    double const effective = least_effective(table);
    std::printf("  %zu rows, %.0f MB of CSV: %.1f s, %.0f effective draws of the worst of %zu parameters\n",
                static_cast<std::size_t>(rows), 1e-6 * static_cast<double>(std::filesystem::file_size(data)), seconds, effective,
                1 + common + groups + 1);
    return {seconds, effective};
}

std::string name_of(row_index rows) {
    return fmt::format("{} rows, {} groups", rows, groups);
}

}  // namespace

double million_part(records& figures, std::filesystem::path const& folder) {
    program_run const own = sample(folder, "million", many);
    figures.at_most(60, name_of(many) + ": from the file to 400 effective draws of every parameter", own.seconds, "s");
    figures.at_least(enough, name_of(many) + ": effective draws of the worst parameter", own.effective, "");
    return own.seconds;
}

void peers_part(records& figures, std::filesystem::path const& folder, double seconds) {
    program_run const own = sample(folder, "few", few);
    auto const nuts = figures_of(fmt::format("'{}/bin/python' bench/models_nuts.py '{}' {} {}", std::getenv("FIREFLY_PEERS"),
                                             (folder / "few.csv").string(), enough, many / few));
    figures.at_least(own.seconds, name_of(few) + ": NUTS of NumPyro to 400 effective draws, against the program's time",
                     nuts.at("seconds"), "s");
    figures.at_least(seconds, name_of(many) + ": the same, extrapolated from 10000 rows, against the program's time",
                     nuts.at("extrapolated"), "s");
}

}  // namespace firefly::bench::models
