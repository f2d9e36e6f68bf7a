/// Plots of chains: values, ranks and autocorrelations.
///
/// Up to eight chains have a line each, in the colours `c0` … `c7` of the page's style sheet. More cannot be told apart: then a band is from the lowest
/// to the highest of all chains, a darker one holds the middle 90 % of the draws, and the three chains that lie farthest from the rest
/// have lines on top. A long series is drawn as the smallest and largest value in each of 150 bins: every outlier is visible, and the size
/// of the page grows neither with the number of draws nor, beyond eight, with that of chains.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.program.output:chain_plots;

namespace firefly::program {

export using chain_series = std::vector<std::vector<double>>;

/// The chains that have lines, in order: all, or of more than eight the three whose draws lie farthest from the rest. That is seen in ranks,
/// which exist for heavy tails too: |mean z| + |sd z − 1| of a chain's rank-normalised draws z, where all chains together have mean 0 and
/// standard deviation 1. Cost: O(S log S) for S draws.
export std::vector<std::size_t> chains_on_top(chain_series const& chains);

/// Value against draw. `expected`, if finite, is drawn as a dashed line. `on_top` are the chains that have lines.
export std::string trace_plot(std::string const& title, chain_series const& chains, std::vector<std::size_t> const& on_top,
                              double expected);

/// Histogram in twenty bins of the ranks of each chain's draws among all draws: flat if the chains agree (Vehtari, Gelman, Simpson, Carpenter &
/// Bürkner 2021, §5).
export std::string rank_plot(std::string const& title, chain_series const& chains, std::vector<std::size_t> const& on_top);

/// Autocorrelation of each chain by lag.
export std::string autocorrelation_plot(std::string const& title, chain_series const& chains,
                                        std::vector<std::size_t> const& on_top);

}  // namespace firefly::program
