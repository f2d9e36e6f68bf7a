module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.output;

namespace firefly::program {

namespace {

/// On the scale of the data.
struct estimates {
    vector theta;
    std::vector<double> errors;  // √(A H⁻¹ Aᵀ)_ii: standard deviations of the Laplace approximation, A is the map to that scale
};

estimates estimate(model_setup const& setup) {
    estimates result{setup.at->theta, std::vector<double>(setup.dimension)};
    setup.to_data_scale(result.theta);
    // A L⁻ᵀ column by column: the sum of squares of row i is the variance of coefficient i.
    for (std::size_t j = 0; j < setup.dimension; ++j) {
        vector column = zeros(setup.dimension);
        column(j) = 1;
        setup.at->precision.solve_upper(as_out(column));
        setup.to_data_scale(column);
        for (std::size_t i = 0; i < setup.dimension; ++i) result.errors[i] += column(i) * column(i);
    }
    for (double& error : result.errors) error = std::sqrt(error);
    return result;
}

void print_estimates(model_setup const& setup, estimates const& found) {
    std::size_t widest = 0;
    for (auto const& name : setup.names) widest = std::max(widest, name.size());
    fmt::print("\n{:<{}}  {:>12}  {:>14}\n", "", widest, "estimate", "standard error");
    for (std::size_t i = 0; i < setup.dimension; ++i)
        fmt::print("{:<{}}  {:>12.6g}  {:>14.4g}\n", setup.names[i], widest, found.theta(i), found.errors[i]);
}

void write_estimates(std::string const& path, model_setup const& setup, estimates const& found) {
    output_file file(path);
    file.write("name,estimate,standard_error\n");
    for (std::size_t i = 0; i < setup.dimension; ++i)
        file.write(fmt::format("{},{},{}\n", csv_field(setup.names[i]), found.theta(i), found.errors[i]));
    file.commit();
}

}  // namespace

void find_mode(map_options const& options, processes const& alone) {
    if (!options.output.empty()) check_writable(options.output, {options.model.data});
    sample_options exactly = options.model;
    exactly.exact_maximum = true;
    model_setup const setup = set_up_model(exactly, alone);
    auto const found = estimate(setup);
    if (!options.output.empty()) write_estimates(options.output, setup, found);
    for (auto const& reason : setup.reasons) fmt::print("{}\n", reason);
    print_estimates(setup, found);
    fmt::print("\nLog posterior at the maximum, up to a constant: {:.6f}.\n", setup.at->log_posterior);
    if (setup.expected)
        fmt::print("Forecast: M = {:.3g} bright data of {}; lambda_max = {:.3g} (sweeps that even functionals take to forget).\n",
                   setup.expected->bright, setup.rows, setup.expected->relaxation);
    auto const chosen = choose_chains(setup, exactly);
    std::string settings = "--kernel " + chosen.kernel;
    if (chosen.updater.empty())
        settings += " --algorithm regular";
    else
        settings += fmt::format(" --updater {} --region {}", chosen.updater,
                                setup.region_radius ? fmt::format("{:.3g}", *setup.region_radius) : "none");
    fmt::print("Recommended: {}, which `firefly sample` chooses by itself.\n", settings);
    if (setup.separated)
        fmt::print(
            "Warning: the classes are separated: at the maximum every row has its own class as the more probable one. "
            "The prior alone keeps the estimates finite.\n");
}

}  // namespace firefly::program
