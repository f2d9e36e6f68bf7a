/// The options of `firefly sample`, by their names on the command line.
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program:options;

import firefly;
import :run;

namespace firefly::program {

export struct sample_options {
    std::string model = "logistic";
    std::string data;
    std::string format = "auto";
    std::string target;
    std::vector<std::string> features;
    std::vector<std::string> one_hot;
    bool standardize = false;
    std::string missing = "error";
    bool no_intercept = false;
    bool float32 = false;
    bool exact_maximum = false;  // not only as near as a run needs it
    std::string prior = "gaussian";
    std::string prior_scale = "2.5";  // or auto
    std::string intercept_scale;      // empty: that of the others
    double nu = 4;
    std::string noise_scale = "1";  // or auto
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
    std::string checkpoint;
    bool quiet = false;
    std::vector<std::string> arguments;  // all of these, as the command line says them

    /// What `firefly resume` may say anew. Nothing that is drawn depends on it.
    static constexpr std::array changeable{"--draws", "--threads", "--max-time", "--target-ess", "--quiet"};

    /// Nothing is asked for: `plan` chooses.
    inline bool leaves_the_choice() const {
        return algorithm == "auto" && anchor == "map" && bound == "auto" && region == "auto" && kernel == "auto" &&
               updater == "auto" && start == "auto";
    }
    inline bool is_regular() const { return algorithm == "regular"; }
    /// Each process has a file of its own.
    inline bool has_files_of_processes() const { return data.find(rank_mark) != std::string::npos; }
    /// A name as a process reads it.
    static std::string of_process(std::string name, std::size_t rank) {
        if (auto const place = name.find(rank_mark); place != std::string::npos)
            name.replace(place, rank_mark.size(), std::to_string(rank));
        return name;
    }
    static constexpr std::string_view rank_mark = "{rank}";
};

}  // namespace firefly::program
