/// Plots of how a model fits its data.
module;
#include <string>
#include <vector>

export module firefly.program.output:fit_plots;

import firefly.program.setup;

namespace firefly::program {

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

/// The share of the second class that is found against the share of the first that is mistaken for it, over all thresholds; dashed where
/// predictions tell nothing.
export std::string roc_plot(std::string const& title, std::vector<roc_point> const& points);

/// The area below that curve: the probability that of a datum of each class the right one is predicted to be likelier.
export double roc_area(std::vector<roc_point> const& points);

}  // namespace firefly::program
