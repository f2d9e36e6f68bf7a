/// What one rule of `--prior` says: TERM ~ NAME(ARGUMENTS).
module;
#include <cstddef>
#include <string>
#include <string_view>

export module firefly.program.input:prior_rule;

namespace firefly::program {

/// Of some columns that follow each other.
export struct column_prior {
    enum class shape { common, flat, normal, laplace, student_t, learned, horseshoe };

    std::size_t columns = 1;
    shape kind = shape::common;     // `common`: as --prior and --prior-scale say for all columns
    double scale = 1;               // of the distribution, or of the half-Cauchy distribution of a learned scale
    double degrees_of_freedom = 0;  // of Student's t
    std::string scale_name = {};    // what a learned scale is called; of a horseshoe, the common one

    inline bool is_learned() const { return kind == shape::learned || kind == shape::horseshoe; }
    /// What the scales of the single coefficients of a horseshoe are called.
    inline std::string name_of_each() const { return "sd_" + scale_name; }
    friend bool operator==(column_prior const&, column_prior const&) = default;
};

struct prior_rule {
    std::string text;  // all of it; empty for what holds where there is no rule
    std::string term;  // what stands before ~
    bool of_scale = false;
    column_prior prior = {};  // of a scale, only `scale` means something
};

/// Throws `invalid_argument`, which quotes the rule.
[[noreturn]] void refuse_rule(std::string_view text, std::string_view why);

/// Throws `invalid_argument` for what is no rule, whatever the columns are.
prior_rule parse_rule(std::string const& text);

}  // namespace firefly::program
