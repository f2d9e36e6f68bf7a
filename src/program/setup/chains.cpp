module;
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;

namespace firefly::program {

namespace {

/// Kernels that move on any density, and those that one kind has to offer something for.
using firefly_kernel = std::variant<random_walk, mala, hamiltonian, slice, elliptical_slice, bright_gibbs>;
using regular_kernel = std::variant<random_walk, mala, hamiltonian, slice, elliptical_slice, independence>;
using any_updater = std::variant<implicit_update, explicit_update, explicit_distinct, deterministic_sweep, full_gibbs,
                                 clocked_update, thinned_gibbs>;

[[noreturn]] void needs_anchor(std::string const& option) {
    throw invalid_argument(fmt::format("{}: needs the maximum of the posterior; leave out --anchor none", option));
}

/// Step sizes to start from: in posterior standard deviations when the shape is known (Roberts, Gelman & Gilks 1997; Roberts & Rosenthal
/// 1998; Beskos et al. 2013: D^(−1/2), D^(−1/6), D^(−1/4)), small and left to warm-up when it is not.
template <class AnyKernel>
AnyKernel choose_kernel(model_setup const& setup, std::string const& name) {
    preconditioner const shape = setup.at ? preconditioner(setup.at->precision) : preconditioner();
    double const size = static_cast<double>(setup.dimension);
    auto const step = [&](double shaped) { return setup.at ? shaped : 0.1 * shaped; };
    if (name == "mala") return mala({.step = step(1.65 * std::pow(size, -1.0 / 6)), .shape = shape});
    if (name == "hmc") return hamiltonian({.step = step(1.2 * std::pow(size, -0.25)), .leapfrog_steps = 8, .shape = shape});
    if (name == "slice") return slice({.width = step(3), .lines = slice_lines::coordinates, .shape = shape});
    if (name == "slice-directions") return slice({.width = step(3), .lines = slice_lines::random_direction, .shape = shape});
    if (name == "random-walk") return random_walk({.step = step(2.38 / std::sqrt(size)), .shape = shape});
    if (!setup.at) needs_anchor("--kernel " + name);
    if (name == "elliptical-slice") return elliptical_slice({.centre = setup.at->theta, .shape = shape});
    if constexpr (std::same_as<AnyKernel, firefly_kernel>) {
        if (name == "bright-gibbs") return bright_gibbs({.centre = setup.at->theta, .shape = shape});
        throw invalid_argument("--kernel independence: proposes for all data at once; use --algorithm regular");
    } else {
        if (name == "independence") return independence({.centre = setup.at->theta, .shape = shape});
        throw invalid_argument("--kernel bright-gibbs: there are no bright data in regular MCMC; use elliptical-slice");
    }
}

/// The paper's settings without an anchor; with one, what the forecast recommends.
any_updater choose_updater(model_setup const& setup, std::string const& name) {
    constexpr double share = 0.1;  // of the data, for the explicit forms
    if (name == "explicit") return explicit_update({.alpha = share});
    if (name == "explicit-distinct") return explicit_distinct({.alpha = share});
    if (name == "sweep")
        return deterministic_sweep({.block = static_cast<row_index>(std::ceil(share * static_cast<double>(setup.rows)))});
    if (name == "gibbs") return full_gibbs{};
    if (name == "implicit") return implicit_update({.q = setup.expected ? setup.expected->q : 0.1});
    if (!setup.at) needs_anchor("--updater " + name);
    if (name == "thinned-gibbs") return make_thinned_gibbs(setup.tables(), as_view(setup.at->theta), setup.at->precision);
    return make_clocked_update(setup.tables());
}

chain_factory regular_chains(model_setup const& setup, regular_kernel const& any_kernel) {
    return std::visit(
        [&](auto const& kernel) {
            using chain_type = chain<any_density, std::remove_cvref_t<decltype(kernel)>, no_update>;
            return chain_factory{
                [setup, kernel](chain_options chain) {
                    return run(start_regular_chain(setup.regular(as_view(setup.start(chain))), kernel, chain));
                },
                [setup, kernel](std::string_view bytes) {
                    auto const saved = load_state<chain_type>(bytes);
                    return run(std::make_shared<chain_type>(setup.saved_regular(saved.density), kernel, no_update{}, saved));
                }};
        },
        any_kernel);
}

chain_factory firefly_chains(model_setup const& setup, firefly_kernel const& any_kernel, any_updater const& some_updater) {
    return std::visit(
        [&](auto const& kernel, auto const& updater) {
            using chain_type =
                chain<any_firefly_density, std::remove_cvref_t<decltype(kernel)>, std::remove_cvref_t<decltype(updater)>>;
            return chain_factory{
                [setup, kernel, updater](chain_options chain) {
                    return run(start_firefly_chain(setup.firefly(as_view(setup.start(chain))), kernel, updater, chain),
                               setup.watch);
                },
                [setup, kernel, updater](std::string_view bytes) {
                    auto const saved = load_state<chain_type>(bytes);
                    return run(std::make_shared<chain_type>(setup.saved_firefly(saved.density), kernel, updater, saved),
                               setup.watch);
                }};
        },
        any_kernel, some_updater);
}

/// What `plan` chose, by its name among the kernels.
char const* name_of(method sampler) {
    switch (sampler) {
        case method::independence: return "independence";
        case method::elliptical_slice: return "elliptical-slice";
        default: return "bright-gibbs";
    }
}

/// The best that the rest of the options leaves.
std::string or_best(std::string const& asked, bool anchored, char const* best, char const* otherwise) {
    return asked != "auto" ? asked : anchored ? best : otherwise;
}

chosen_chains choose(model_setup const& setup, sample_options const& options) {
    if (setup.planned.start)
        return {setup.planned, name_of(setup.sampler), setup.sampler == method::bright_gibbs ? "clocked" : "", {}};

    chosen_chains chosen;
    std::string const shape = setup.at ? "shaped by the posterior" : "isotropic";
    if (options.is_regular()) {
        if (options.updater != "auto")
            throw invalid_argument(
                fmt::format("--updater {}: regular MCMC has no brightness to update; leave it out", options.updater));
        chosen.kernel = or_best(options.kernel, setup.at.has_value(), "elliptical-slice", "random-walk");
        chosen.details =
            fmt::format("Regular MCMC: every evaluation reads {} rows. Kernel: {}, {}.", setup.rows, chosen.kernel, shape);
        chosen.make = regular_chains(setup, choose_kernel<regular_kernel>(setup, chosen.kernel));
        return chosen;
    }
    chosen.kernel = or_best(options.kernel, setup.at.has_value(), "bright-gibbs", "random-walk");
    chosen.updater = or_best(options.updater, setup.at.has_value(), "clocked", "implicit");
    chosen.details = fmt::format(
        "Bound: {}, {}. Kernel: {}, {}. Updater: {}{}.", setup.bound, setup.at ? "anchored there" : "untuned", chosen.kernel, shape,
        chosen.updater, chosen.updater == "implicit" ? fmt::format(", q = {:.2g}", setup.expected ? setup.expected->q : 0.1) : "");
    chosen.make = firefly_chains(setup, choose_kernel<firefly_kernel>(setup, chosen.kernel), choose_updater(setup, chosen.updater));
    return chosen;
}

}  // namespace

chosen_chains choose_chains(model_setup const& setup, sample_options const& options) {
    chosen_chains chosen = choose(setup, options);
    chosen.make.to_data_scale = setup.to_data_scale;
    return chosen;
}

}  // namespace firefly::program
