/// The options of `firefly sample`.
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.input:options;

import firefly;
import :case_options;
import :model_kind;
import :prior_rules;
import :run_settings;

namespace firefly::program {

export enum class prior_kind { gaussian, laplace };

/// The name on the command line and in outputs.
export inline std::string name_of(prior_kind prior) {
    constexpr std::array names{"gaussian", "laplace"};
    return names[static_cast<std::size_t>(prior)];
}

export struct sample_options {
    model_kind model = model_kind::logistic;
    std::string data;
    std::optional<data_format> format;  // empty: by the file extension
    std::string target;
    std::string formula;  // in place of target, features, offset and intercept; empty: none
    std::vector<std::string> features;
    std::vector<std::string> one_hot;
    case_options cases;
    bool merge = false;      // equal rows become one, with a weight
    bool no_center = false;  // columns stay where they are
    bool standardize = false;
    missing_cells missing = missing_cells::refuse;
    text_encoding encoding = text_encoding::utf8;
    bool no_intercept = false;
    bool float32 = false;
    prior_kind prior = prior_kind::gaussian;
    std::vector<std::string> prior_rules;     // of single terms, as they were written: see `resolve_priors`
    std::vector<column_prior> column_priors;  // what they come to: known when the columns are
    std::optional<double> prior_scale = 2.5;  // empty: chosen by the score of held-out rows
    std::optional<double> intercept_scale;    // empty: the prior scale
    bool prior_by_target = false;      // where noise is sampled: the prior scale follows the target's spread, as it was not given
    bool intercept_by_target = false;  // the same of the intercept's
    std::optional<std::string> reference;  // class of a softmax that contrasts are against; empty: the first
    double nu = 4;
    bool samples_nu = false;    // on a grid; then `nu` is where the search for that starts
    bool samples_size = false;  // the same; then `size` is empty
    double threshold = huber_settings{}.threshold;
    std::optional<double> noise_scale;        // empty: sampled
    std::optional<double> noise_prior_scale;  // of its half-Cauchy prior, where it is sampled; empty: by the target's spread
    std::optional<double> size;               // empty: the likeliest; the same for the next one
    std::optional<double> shape;
    choices how;                  // the sampler: what is left open the plan chooses
    bool portable_draws = false;  // the same on every processor
    run_settings run;
    std::string output;
    std::string report;  // empty: none
    std::string checkpoint;
    bool quiet = false;
    std::vector<std::string> arguments;  // the options that were given, as text: for checkpoints

    /// The options that `firefly resume` may change. No draw depends on them.
    static constexpr std::array changeable{"--draws", "--threads", "--max-time", "--target-ess", "--quiet"};

    /// The scale of the noise is a parameter, behind the coefficients.
    inline bool samples_noise() const { return has_noise_scale(model) && !noise_scale; }
    /// What is sampled on a grid, as draws call it; empty: nothing.
    inline std::string_view on_grid() const { return samples_nu ? "nu" : samples_size ? "size" : ""; }
    /// The first column is one of ones.
    inline bool has_intercept() const { return !no_intercept && !has_cutpoints(model); }
    /// Columns are shifted to mean 0. Without intercept or cutpoints, which make up for it, that would be another model.
    inline bool is_centred() const { return !no_center && (has_intercept() || has_cutpoints(model)); }
    /// Each process has a file of its own.
    inline bool has_files_of_processes() const { return data.find(rank_mark) != std::string::npos; }
    /// The file name for the process of this rank.
    static std::string of_process(std::string name, std::size_t rank) {
        if (auto const place = name.find(rank_mark); place != std::string::npos)
            name.replace(place, rank_mark.size(), std::to_string(rank));
        return name;
    }
    static constexpr std::string_view rank_mark = "{rank}";
};

}  // namespace firefly::program
