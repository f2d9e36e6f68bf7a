/// The options of `firefly sample`, by their names on the command line.
module;
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program:options;

import firefly;
import :run;

namespace firefly::program {

export struct sample_options {
    std::string model = "logistic";
    std::string data;
    std::string target;
    std::vector<std::string> features;
    bool no_intercept = false;
    std::string prior = "gaussian";
    double prior_scale = 2.5;
    double nu = 4;
    double noise_scale = 1;
    std::string algorithm = "auto";
    std::string anchor = "map";
    std::string bound = "auto";
    std::string region = "auto";
    std::string kernel = "auto";
    std::string updater = "auto";
    std::string start = "auto";
    run_settings run;
    std::string output;
    std::string report;  // empty: none

    /// Nothing is asked for: `plan` chooses.
    inline bool leaves_the_choice() const {
        return algorithm == "auto" && anchor == "map" && bound == "auto" && region == "auto" && kernel == "auto" &&
               updater == "auto" && start == "auto";
    }
    inline bool is_regular() const { return algorithm == "regular"; }
};

}  // namespace firefly::program
