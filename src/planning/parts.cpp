module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.dynamic;
import firefly.kernels;
import firefly.samplers;
import firefly.updaters;

namespace firefly {

namespace {

/// Of the data, for the explicit forms.
constexpr double share = 0.1;

preconditioner shape_of(posterior_size const& size) {
    return size.at ? preconditioner(size.at->precision) : preconditioner();
}

double step_of(posterior_size const& size, double factor, double power) {
    return (size.at ? 1 : 0.1) * factor * portable::pow(static_cast<double>(size.dimension), power);
}

void need_maximum(posterior_size const& size, char const* what, std::string_view word) {
    if (!size.at)
        throw invalid_argument(fmt::format("{} {}: needs the maximum of the posterior; leave out anchor none", what, word));
}

/// Those that move on any density.
template <class Target>
std::optional<any_kernel<Target>> make_common_kernel(kernel_kind kind, posterior_size const& size) {
    using any = any_kernel<Target>;
    auto const shape = shape_of(size);
    switch (kind) {
        case kernel_kind::random_walk: return any(make_random_walk(size));
        case kernel_kind::mala: return any(mala({.step = step_of(size, 1.65, -1.0 / 6), .shape = shape}));
        case kernel_kind::hamiltonian:
            return any(hamiltonian({.step = step_of(size, 1.2, -0.25), .leapfrog_steps = 8, .shape = shape}));
        case kernel_kind::slice:
            return any(slice({.width = step_of(size, 3, 0), .lines = slice_lines::coordinates, .shape = shape}));
        case kernel_kind::slice_directions:
            return any(slice({.width = step_of(size, 3, 0), .lines = slice_lines::random_direction, .shape = shape}));
        case kernel_kind::elliptical_slice:
            need_maximum(size, "kernel", word_of(kind));
            return any(elliptical_slice({.centre = size.at->theta, .shape = shape}));
        default: return std::nullopt;
    }
}

}  // namespace

random_walk make_random_walk(posterior_size const& size) {
    return random_walk({.step = step_of(size, 2.38, -0.5), .shape = shape_of(size)});
}

bright_gibbs make_bright_gibbs(posterior_size const& size) {
    need_maximum(size, "kernel", word_of(kernel_kind::bright_gibbs));
    return bright_gibbs({.centre = size.at->theta, .shape = shape_of(size), .elliptical_steps = size.elliptical_steps});
}

any_kernel<any_firefly_density> make_firefly_kernel(kernel_kind kind, posterior_size const& size) {
    if (auto const common = make_common_kernel<any_firefly_density>(kind, size)) return *common;
    if (kind == kernel_kind::independence)
        throw invalid_argument("kernel independence: proposes for all data at once; use algorithm regular");
    return any_kernel<any_firefly_density>(make_bright_gibbs(size));
}

any_kernel<any_density> make_regular_kernel(kernel_kind kind, posterior_size const& size) {
    if (auto const common = make_common_kernel<any_density>(kind, size)) return *common;
    if (kind == kernel_kind::bright_gibbs)
        throw invalid_argument("kernel bright-gibbs: there are no bright data in regular MCMC; use elliptical-slice");
    need_maximum(size, "kernel", word_of(kind));
    return any_kernel<any_density>(independence({.centre = size.at->theta, .shape = shape_of(size)}));
}

any_updater make_updater(updater_kind kind, posterior_size const& size, std::vector<lazy<looseness_table>> const& tables, double q,
                         std::optional<clocked_update> const& clocked) {
    switch (kind) {
        case updater_kind::explicit_form: return any_updater(explicit_update({.alpha = share}));
        case updater_kind::explicit_distinct: return any_updater(explicit_distinct({.alpha = share}));
        case updater_kind::deterministic_sweep:
            return any_updater(
                deterministic_sweep({.block = static_cast<row_index>(std::ceil(share * static_cast<double>(size.rows)))}));
        case updater_kind::full_gibbs: return any_updater(full_gibbs{});
        case updater_kind::implicit_form: return any_updater(implicit_update({.q = q}));
        default: break;
    }
    need_maximum(size, "updater", word_of(kind));
    if (kind == updater_kind::thinned_gibbs) return make_first_updater(size, tables);
    return any_updater(*clocked);
}

any_updater make_first_updater(posterior_size const& size, std::vector<lazy<looseness_table>> const& tables) {
    if (!size.at) return any_updater(full_gibbs{});
    return any_updater(make_thinned_gibbs(tables, as_view(size.at->theta), size.at->precision));
}

}  // namespace firefly
