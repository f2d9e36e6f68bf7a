/// What files say of a draw besides θ: one number for each statistic, under Stan's name and ArviZ's.
///
///     lp__            lp                the log density of (θ, z), up to a constant
///     accept_stat__   acceptance_rate   the acceptance of the θ step, in [0, 1]
///     stepsize__      step_size         the kernel's step size; 0 for a kernel without one
///     treedepth__     tree_depth        always 0: no kernel of firefly grows trees, but Stan's readers look for the column
///     divergent__     diverging         whether the kernel lost its way and stayed where it was
///     n_bright__      n_bright          data that are bright
///     n_lik__         n_lik             likelihoods evaluated, for θ and for z
///     n_flips__       n_flips           data that changed between bright and dark
///
/// This is the one description of a draw: Stan CSV, netCDF, summaries, diagnoses and reports have these statistics, in this order.
/// Reference for the names: https://mc-stan.org/docs/cmdstan-guide/stan_csv_apdx.html, https://python.arviz.org/en/stable/schema/schema.html
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.draws:statistics;

import firefly.core;

namespace firefly {

/// How the values of a statistic are stored: as a floating-point number, a whole one, or yes and no.
export enum class statistic_kind : std::uint8_t { number, count, truth };

/// One statistic: what it is called, of what kind it is, and how it is had from a draw.
export struct statistic {
    std::string_view stan;
    std::string_view arviz;
    statistic_kind kind;
    double (*of)(draw const&);
};

/// How many there are.
export inline constexpr std::size_t statistic_count = 8;

/// All of them, in the order of the table at the head of this file.
export std::span<statistic const, statistic_count> draw_statistics();

/// In the order of `draw_statistics`.
export std::array<double, statistic_count> statistics_of(draw const& draw);

/// Stan's names of them.
export std::vector<std::string> statistic_names();

/// Stan's name of a statistic that ArviZ calls so, and the other way round. A name that is not known gets or loses its "__".
export std::string stan_name_of(std::string_view arviz);
export std::string arviz_name_of(std::string_view stan);

/// What the values of a statistic are, by Stan's name. One that is not known is a number.
export statistic_kind kind_of_statistic(std::string_view stan);

}  // namespace firefly
