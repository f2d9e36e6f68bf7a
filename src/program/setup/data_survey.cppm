/// What set-up sees in the data that a reader of the draws should know. Files keep it, and `diagnose` tells it in words.
module;
#include <optional>
#include <string>
#include <vector>

export module firefly.program.setup:data_survey;

import firefly;

namespace firefly::program {

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

    std::vector<std::string> separating;              // columns that separate a class from all others: see `column_survey`
    std::vector<std::string> uninformed;              // parameters of which the data say hardly anything: see `prior_weight`
    std::vector<std::string> pulled;                  // parameters that the prior moves far: see `prior_weight`
    std::optional<uneven_columns> uneven;             // columns that no one prior scale can suit: see `column_survey`
    std::optional<dominant_row> dominant = {};        // a row that says more than everything else in some direction
    std::optional<count_dispersion> dispersion = {};  // of a Poisson regression
    std::optional<zero_counts> zeros = {};            // of a regression of counts
};

}  // namespace firefly::program
