/// What an output says of the run that made it, so that `diagnose`, `predict` and `report` need nothing but the file.
///
/// Attributes of netCDF, comments `# firefly_KEY = value` of Stan CSV. Categories are numbered from 1, and so are the levels of each:
///
///     categories                how many columns of the data became indicators
///     category_1                the name of the first
///     category_1_level_1, …     its levels, the reference first; those that the fit has no indicator of are here, too
///
/// A formula, where there is one, with what it learned from the data: see `design::facts`.
///
/// What is a number for each column stands in one fact, in the order of the features, with blanks between:
///
///     centres           where the centred columns were before; 0 for the intercept
///     deviations        what standardized columns were divided by; 1 for the intercept and constant columns
///     prior_scales      of the coefficients on the scale of the data; that of the intercept is about the intercept at the centres
///
/// How the model fits at the maximum is lists, too:
///
///     count_bins        start and width of bins of counts; then of each bin how many data are there and how many are expected; last of
///                       all others
///     residual_bins     the same of standardised residuals
///     calibration_1, …  of each class (of two and of trials: of one) groups of data by their predicted probability: its mean, the share
///                       that has the class, and the standard error of that
///     roc               of two classes and of trials, for thresholds of the predicted probability: the share of the other class that lies
///                       above it, and the share of the class
///
/// After the run, for each chain:
///
///     outside_region    the share of its draws that lie outside the region within which the bound is sharp
///     brightest         row:share …: the data that were bright in the largest share of its draws
module;
#include <optional>
#include <cstddef>
#include <string>
#include <vector>

export module firefly.program.output:metadata;

import firefly;
import firefly.program.input;
import firefly.program.setup;

namespace firefly::program {

/// Known before the first draw.
export fact_list describe_run(sample_options const& options, model_setup const& setup);

/// What the classes are called, in their order; none where the facts do not say.
export std::vector<std::string> labels_of(fact_list const& facts);
/// The key of what is known of the calibration of class i, from 0.
export std::string calibration_key(std::size_t i);

/// The categories that facts tell of. Nothing where an older firefly wrote them, which did not say.
export std::optional<std::vector<known_levels>> categories_of(fact_list const& facts);

}  // namespace firefly::program
