module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// √(H⁻¹)_ii: the standard deviations of the Laplace approximation.
std::vector<double> standard_errors(cholesky const& precision) {
    matrix const covariance = precision.inverse();
    std::vector<double> result(covariance.shape(0));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::sqrt(covariance(i, i));
    return result;
}

void print_estimates(problem const& posed, std::vector<double> const& errors) {
    std::size_t widest = 0;
    for (auto const& name : posed.names) widest = std::max(widest, name.size());
    fmt::print("\n{:<{}}  {:>12}  {:>14}\n", "", widest, "estimate", "standard error");
    for (std::size_t i = 0; i < errors.size(); ++i)
        fmt::print("{:<{}}  {:>12.6g}  {:>14.4g}\n", posed.names[i], widest, posed.at->theta(i), errors[i]);
}

void write_estimates(std::string const& path, problem const& posed, std::vector<double> const& errors) {
    output_file file(path);
    file.write("name,estimate,standard_error\n");
    for (std::size_t i = 0; i < errors.size(); ++i)
        file.write(fmt::format("{},{},{}\n", csv_field(posed.names[i]), posed.at->theta(i), errors[i]));
    file.commit();
}

}  // namespace

void find_mode(sample_options const& options, std::string const& output) {
    if (!output.empty()) check_writable(output);
    problem const posed = make_problem(options);
    auto const errors = standard_errors(posed.at->precision);
    if (!output.empty()) write_estimates(output, posed, errors);
    for (auto const& reason : posed.reasons) fmt::print("{}\n", reason);
    print_estimates(posed, errors);
    fmt::print("\nLog posterior at the maximum, up to a constant: {:.6f}.\n", posed.at->log_posterior);
    if (posed.expected)
        fmt::print("Forecast: M = {:.3g} bright data of {}; lambda_max = {:.3g} (sweeps that even functionals take to forget).\n",
                   posed.expected->bright, posed.rows, posed.expected->relaxation);
    auto const chosen = choose_chains(posed, options);
    std::string settings = "--kernel " + chosen.kernel;
    if (chosen.updater.empty())
        settings += " --algorithm regular";
    else
        settings += fmt::format(" --updater {} --region {}", chosen.updater,
                                posed.region_radius ? fmt::format("{:.3g}", *posed.region_radius) : "none");
    fmt::print("Recommended: {}, which `firefly sample` chooses by itself.\n", settings);
    if (posed.separated)
        fmt::print(
            "Warning: the classes are separated: at the maximum every row has its own class as the more probable one. "
            "The prior alone keeps the estimates finite.\n");
}

}  // namespace firefly::program
