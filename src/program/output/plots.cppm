/// Plots as inline SVG, for a page that needs no network and no script.
///
/// Every plot is drawn on 360×200 units: on a telephone about one unit a pixel, on a desk three plots side by side, so that letters are
/// of one size everywhere. Colours are classes of the page's style sheet: chain i has `c0` … `c7`. Values that are not finite are passed
/// over, so that every coordinate is a number. Long series are drawn by the smallest and largest value in each of 180 bins: two points a
/// bin show every outlier, and the size of the page does not grow with the number of draws.
module;
#include <string>
#include <vector>

export module firefly.program.output:plots;

namespace firefly::program {

export using chain_series = std::vector<std::vector<double>>;

/// Value against draw, a line for each chain. `expected` (not finite: none) becomes a dashed line.
export std::string trace_plot(std::string const& title, chain_series const& chains, double expected);

/// How often each chain's draws fall into each of twenty parts of the ranks of all draws: chains that agree are flat.
export std::string rank_plot(std::string const& title, chain_series const& chains);

/// Autocorrelation of each chain by lag.
export std::string autocorrelation_plot(std::string const& title, chain_series const& chains);

}  // namespace firefly::program
