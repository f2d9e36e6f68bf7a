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

/// On the scale of the data.
struct estimates {
    vector theta;
    std::vector<double>
        errors;  // √(A H⁻¹ Aᵀ)_ii: standard deviations of the Laplace approximation, A being what leads to that scale
};

estimates estimate(problem const& posed) {
    estimates result{posed.at->theta, std::vector<double>(posed.dimension)};
    posed.to_data_scale(result.theta);
    // A L⁻ᵀ column by column: the squares of a row add up to its variance.
    for (std::size_t j = 0; j < posed.dimension; ++j) {
        vector column = zeros(posed.dimension);
        column(j) = 1;
        posed.at->precision.solve_upper(as_out(column));
        posed.to_data_scale(column);
        for (std::size_t i = 0; i < posed.dimension; ++i) result.errors[i] += column(i) * column(i);
    }
    for (double& error : result.errors) error = std::sqrt(error);
    return result;
}

void print_estimates(problem const& posed, estimates const& found) {
    std::size_t widest = 0;
    for (auto const& name : posed.names) widest = std::max(widest, name.size());
    fmt::print("\n{:<{}}  {:>12}  {:>14}\n", "", widest, "estimate", "standard error");
    for (std::size_t i = 0; i < posed.dimension; ++i)
        fmt::print("{:<{}}  {:>12.6g}  {:>14.4g}\n", posed.names[i], widest, found.theta(i), found.errors[i]);
}

void write_estimates(std::string const& path, problem const& posed, estimates const& found) {
    output_file file(path);
    file.write("name,estimate,standard_error\n");
    for (std::size_t i = 0; i < posed.dimension; ++i)
        file.write(fmt::format("{},{},{}\n", csv_field(posed.names[i]), found.theta(i), found.errors[i]));
    file.commit();
}

}  // namespace

void find_mode(sample_options options, std::string const& output, processes const& alone) {
    if (!output.empty()) check_writable(output, {options.data});
    options.exact_maximum = true;
    problem const posed = make_problem(options, alone);
    auto const found = estimate(posed);
    if (!output.empty()) write_estimates(output, posed, found);
    for (auto const& reason : posed.reasons) fmt::print("{}\n", reason);
    print_estimates(posed, found);
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
