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

/// On the scale of the data, as people see them.
struct estimates {
    std::vector<std::string> names;
    vector theta;
    std::vector<double> errors;  // √(A H⁻¹ Aᵀ)_ii: those of the Laplace approximation, A is the derivative of the map to that scale
};

estimates estimate(model_setup const& setup, anchor const& maximum) {
    vector const no_scales = zeros(0);
    estimates result{setup.names_of_theta(), setup.to_data_scale.shown(maximum.theta, no_scales),
                     std::vector<double>(setup.dimension)};
    // A L⁻ᵀ column by column: the sum of squares of row i is the variance of coefficient i.
    for (std::size_t j = 0; j < setup.dimension; ++j) {
        vector column = zeros(setup.dimension);
        column(j) = 1;
        maximum.precision.solve_upper(as_out(column));
        setup.to_data_scale(maximum.theta, column);
        column = setup.to_data_scale.arranged(column, no_scales);
        for (std::size_t i = 0; i < setup.dimension; ++i) result.errors[i] += column(i) * column(i);
    }
    for (double& error : result.errors) error = std::sqrt(error);
    return result;
}

void print_estimates(model_setup const& setup, estimates const& found) {
    std::vector<std::string> names;
    std::size_t widest = 0;
    for (auto const& name : found.names) widest = std::max(widest, names.emplace_back(visible(name)).size());
    say(fmt::format("\n{:<{}}  {:>12}  {:>14}\n", "", widest, "estimate", "standard error"));
    for (std::size_t i = 0; i < setup.dimension; ++i)
        say(fmt::format("{:<{}}  {:>12.6g}  {:>14.4g}\n", names[i], widest, found.theta(i), found.errors[i]));
}

/// Which values the learned scales have here, of all that a draw has.
void say_scales(model_setup const& setup, vector const& drawn) {
    auto const names = setup.names();
    for (auto const& prior : setup.priors) {
        if (!prior.is_learned()) continue;
        auto const place = std::ranges::find(names, prior.scale_name) - names.begin();
        bool const has_more = prior.kind == column_prior::shape::horseshoe;
        say(fmt::format("\n{} is held at {:.6g} here, a likely value{}: `sample` draws {} with the others.",
                        visible(prior.scale_name), drawn(static_cast<std::size_t>(place)),
                        has_more ? fmt::format(", and each of {} at one of its own", visible(prior.name_of_each())) : "",
                        has_more ? "them" : "it"));
    }
}

void write_estimates(std::string const& path, model_setup const& setup, estimates const& found) {
    std::string text = "name,estimate,standard_error\n";
    for (std::size_t i = 0; i < setup.dimension; ++i)
        text += fmt::format("{},{},{}\n", csv_field(found.names[i]), found.theta(i), found.errors[i]);
    write_file(path, text);
}

}  // namespace

void find_mode(map_options const& options, processes const& alone) {
    if (!options.output.empty()) check_writable(options.output, {options.model.data});
    model_setup const setup = set_up_model(options.model, alone);
    if (!setup.at) throw invalid_argument("--anchor none: there is no maximum to show then; leave it out");
    auto const [maximum, scales] = setup.find_maximum();
    auto const found = estimate(setup, maximum);
    if (!options.output.empty()) write_estimates(options.output, setup, found);
    for (auto const& reason : setup.reasons) say(fmt::format("{}\n", reason));
    print_estimates(setup, found);
    say_scales(setup, setup.to_data_scale.shown(maximum.theta, scales));
    if (!setup.on_grid.empty())
        say(fmt::format("\n{} is sampled by `sample` alone: here it is held at {:.6g}, about the likeliest.", setup.on_grid,
                        setup.likeliest_on_grid));
    say(fmt::format("\nLog posterior at the maximum, up to a constant: {:.6f}.\n", maximum.log_posterior));
    if (setup.expected)
        say(fmt::format(
            "Forecast: M = {:.3g} bright data of {}; lambda_max = {:.3g} (sweeps that even functionals take to forget).\n",
            setup.expected->bright, setup.rows, setup.expected->relaxation));
    say(fmt::format("`firefly sample` chooses: {}\n", as_options(setup.chosen)));
    if (setup.separated)
        say("Warning: the classes are separated: at the maximum every row has its own class as the more probable one. "
            "The prior alone keeps the estimates finite.\n");
}

}  // namespace firefly::program
