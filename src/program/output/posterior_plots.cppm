/// Plots of the posterior: intervals, prior against posterior, pairs.
module;
#include <string>
#include <utility>
#include <vector>

export module firefly.program.output:posterior_plots;

import :chain_plots;

namespace firefly::program {

/// Where the draws of a parameter lie.
export struct posterior_interval {
    double median, low_50, high_50, low_94, high_94;
    std::vector<std::pair<double, double>> density = {};  // empty: none is drawn
};

/// From where to where intervals are drawn, and the numbers along the way. The same for all strips below each other.
export struct strip_axis {
    double low, high;
    std::vector<std::pair<double, std::string>> ticks;
};
/// That has room for all intervals, and for zero where they are not far from it.
export strip_axis axis_of(std::vector<posterior_interval> const& intervals);

/// A strip as wide as there is room, without words: thin from 3 % to 97 %, thick from 25 % to 75 %, a dot at the median, and above the density,
/// if there is one, as high in each strip.
export std::string interval_strip(std::string const& title, posterior_interval const& one, strip_axis const& axis);

/// Very many intervals in one such strip, one below the other, in the order of their medians.
export std::string interval_stack(std::string const& title, std::vector<posterior_interval> intervals, strip_axis const& axis);

/// The numbers below a strip.
export std::string axis_numbers(strip_axis const& axis);

/// The density of the posterior, as an area, and that of the prior, dashed, along the same x.
export std::string prior_plot(std::string const& title, std::vector<std::pair<double, double>> const& posterior,
                              std::vector<std::pair<double, double>> const& prior);

/// What is drawn of two parameters: their names, and one point for each draw that is shown, chain by chain.
export struct parameter_pair {
    std::string x_name, y_name;
    chain_series x, y;
    double correlation;
};
export std::string pair_plot(parameter_pair const& both);

}  // namespace firefly::program
