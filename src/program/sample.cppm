/// `firefly sample`: data in, posterior draws out.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program:sample;

import firefly;
import :run;

namespace firefly::program {

/// The options of the command line, by their names there.
export struct sample_options {
    std::string model = "logistic";
    std::string data;
    std::string target;
    std::vector<std::string> features;
    bool no_intercept = false;
    std::string prior = "gaussian";
    double prior_scale = 2.5;
    std::string algorithm = "firefly";
    std::string anchor = "map";
    std::string bound = "auto";
    std::string kernel = "auto";
    std::string updater = "auto";
    run_settings run;
    std::string output;
};

/// Returns the exit code: 0, or 130 when it was interrupted (what was drawn is saved). Throws `firefly::error` before anything is
/// written when the input cannot be used.
export int sample(sample_options const& options);

}  // namespace firefly::program
