/// Plots as inline SVG, for a page that needs no network and no script.
///
/// A plot has 360×200 units: about one unit per pixel on a phone, and three plots side by side on a desktop, so that text has the same size
/// everywhere. Colours are classes of the page's style sheet: `c0` … `c7` for the chains. Values that are not finite are skipped, so every
/// coordinate is a number. A long series is drawn as the smallest and largest value in each of 180 bins: every outlier is visible, and
/// the size of the page does not grow with the number of draws.
module;
#include <string>
#include <vector>

export module firefly.program.output:plots;

import firefly.program.setup;

namespace firefly::program {

export using chain_series = std::vector<std::vector<double>>;

/// Value against draw, one line per chain. `expected`, if finite, is drawn as a dashed line.
export std::string trace_plot(std::string const& title, chain_series const& chains, double expected);

/// Histogram in twenty bins of the ranks of each chain's draws among all draws: flat if the chains agree.
export std::string rank_plot(std::string const& title, chain_series const& chains);

/// Autocorrelation of each chain by lag.
export std::string autocorrelation_plot(std::string const& title, chain_series const& chains);

/// What a bin stands for.
export enum class bin_kind {
    counts,  // start, …, start + width − 1
    numbers  // from start to start + width
};

/// Observed and expected numbers of data on a square-root scale. Bars hang from the line of what is expected (Tukey 1977): where as many
/// are observed, they end at zero. The square root of a count has a standard deviation of about ½ whatever its mean, so 95 of 100 bars of
/// a right model end in the band ±1. The last bar is of what lies outside of the bins.
export std::string rootogram(std::string const& title, binned_data const& bins, bin_kind kind);

/// Observed shares against predicted probabilities, with two standard errors to either side; dashed where both are the same.
export std::string calibration_plot(std::string const& title, std::vector<calibration_group> const& groups);

}  // namespace firefly::program
