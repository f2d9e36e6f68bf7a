module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

using any_kernel = std::variant<random_walk, mala, hamiltonian, slice>;
using any_updater = std::variant<implicit_update, explicit_update, explicit_distinct, deterministic_sweep, full_gibbs>;

/// Step sizes to start from: in posterior standard deviations when the shape is known (Roberts, Gelman & Gilks 1997; Roberts & Rosenthal
/// 1998; Beskos et al. 2013: D^(−1/2), D^(−1/6), D^(−1/4)), small and left to warm-up when it is not.
any_kernel choose_kernel(problem const& posed, std::string const& name) {
    preconditioner const shape = posed.at ? preconditioner(posed.at->precision) : preconditioner();
    double const size = static_cast<double>(posed.dimension);
    auto const step = [&](double shaped) { return posed.at ? shaped : 0.1 * shaped; };
    if (name == "mala") return mala({.step = step(1.65 * std::pow(size, -1.0 / 6)), .shape = shape});
    if (name == "hmc") return hamiltonian({.step = step(1.2 * std::pow(size, -0.25)), .leapfrog_steps = 8, .shape = shape});
    if (name == "slice") return slice({.width = step(3), .lines = slice_lines::coordinates, .shape = shape});
    if (name == "slice-directions") return slice({.width = step(3), .lines = slice_lines::random_direction, .shape = shape});
    return random_walk({.step = step(2.38 / std::sqrt(size)), .shape = shape});
}

/// The paper's settings without an anchor; with one, what the forecast recommends.
any_updater choose_updater(problem const& posed, std::string const& name) {
    constexpr double share = 0.1;  // of the data, for the explicit forms
    if (name == "explicit") return explicit_update({.alpha = share});
    if (name == "explicit-distinct") return explicit_distinct({.alpha = share});
    if (name == "sweep")
        return deterministic_sweep({.block = static_cast<row_index>(std::ceil(share * static_cast<double>(posed.rows)))});
    if (name == "gibbs") return full_gibbs{};
    return implicit_update({.q = posed.expected ? posed.expected->q : 0.1});
}

std::string updater_in_words(problem const& posed, std::string const& name) {
    if (name == "auto" || name == "implicit") return fmt::format("implicit, q = {:.2g}", posed.expected ? posed.expected->q : 0.1);
    return name;
}

}  // namespace

chosen_chains choose_chains(problem const& posed, sample_options const& options) {
    std::string const kernel_name = options.kernel == "auto" ? "random-walk" : options.kernel;
    chosen_chains chosen;
    chosen.kernel = fmt::format("{}, {}", kernel_name, posed.at ? "shaped by the posterior" : "isotropic");
    any_kernel const kernel = choose_kernel(posed, kernel_name);
    if (posed.regular) {
        if (options.updater != "auto")
            throw invalid_argument(
                fmt::format("--updater {}: regular MCMC has no brightness to update; leave it out", options.updater));
        chosen.make = [posed, kernel](chain_options chain) {
            any_density density = posed.regular(as_view(posed.start(chain)));
            return std::visit([&](auto const& k) { return draws(start_regular_chain(std::move(density), k, chain)); }, kernel);
        };
        return chosen;
    }
    chosen.updater = updater_in_words(posed, options.updater);
    chosen.make = [posed, kernel, updater = choose_updater(posed, options.updater)](chain_options chain) {
        any_firefly_density density = posed.firefly(as_view(posed.start(chain)));
        return std::visit([&](auto const& k, auto const& u) { return draws(start_firefly_chain(std::move(density), k, u, chain)); },
                          kernel, updater);
    };
    return chosen;
}

}  // namespace firefly::program
