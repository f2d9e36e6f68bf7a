/// What set-up sees in the data that a reader of the draws should know. Files keep it, `diagnose` tells it in words, the report draws it.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.setup:data_survey;

import firefly;

namespace firefly::program {

/// How many data lie in each of some bins of equal width, and how many the model expects there.
export struct binned_data {
    double start = 0, width = 1;
    std::vector<double> observed, expected;  // the last of each: all data that lie in none of the bins

    inline std::size_t bins() const { return observed.size() - 1; }
};

/// Data whose class the model predicts with about the same probability: see `calibration`.
export struct calibration_group {
    double predicted;  // mean probability
    double observed;   // share of the data that have the class
    double error;      // standard deviation of that share where the model is right
};

/// What a threshold of the predicted probability does: see `calibration`.
export struct roc_point {
    double mistaken;  // share of the data without the class that lie above it
    double found;     // share of the data with the class that do
};

export struct data_survey {
    struct dominant_row {
        row_index row;  // from 0
        double share;   // of the posterior precision in one direction: see `leverage`
    };
    struct uneven_columns {
        std::string widest, narrowest;
        double ratio;  // of their standard deviations
    };

    struct count_dispersion {
        double ratio;  // of the counts' variance to Poisson's: see `count_survey`
        double error;  // its standard error where the model is right
    };
    struct zero_counts {
        double found, expected;
        double error;  // standard deviation of their number where the model is right
    };

    std::vector<std::string> separating;        // columns whose coefficients the likelihood drives to infinity: see `column_survey`
    std::vector<std::string> uninformed;        // parameters of which the data say hardly anything: see `prior_weight`
    std::vector<std::string> pulled;            // parameters that the prior moves far: see `prior_weight`
    std::optional<uneven_columns> uneven;       // columns that no one prior scale can suit: see `column_survey`
    std::optional<dominant_row> dominant = {};  // a row that says more than everything else in some direction
    std::optional<count_dispersion> dispersion = {};  // of a Poisson regression
    std::optional<zero_counts> zeros = {};            // of a regression of counts
    std::optional<binned_data> counts = {};           // of a regression of counts: see `count_bins`
    std::optional<binned_data> residuals = {};        // of a regression of numbers: see `residual_bins`
    std::vector<std::vector<calibration_group>> calibration =
        {};                           // of each class or, of two classes and of trials, of one: see `calibration`
    std::vector<roc_point> roc = {};  // of two classes and of trials: see `calibration`
};

}  // namespace firefly::program
