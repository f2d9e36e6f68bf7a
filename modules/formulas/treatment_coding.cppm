/// `C(x)`, and a column of texts: an indicator for each level, or for each but the reference (treatment coding).
///
/// Of a column that was read as codes the levels are those of the column; of a number, such as `C(month(t))`, the different numbers that there
/// are, in their order.
module;
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

export module firefly.formulas:treatment_coding;

namespace firefly {

/// A coding as the formula asks for it, with the levels that were learned.
export struct treatment_coding {
    std::optional<std::string> wanted_reference = {};  // by its label; nothing: the first
    std::vector<std::string> wanted_levels = {};       // in this order; none: all, sorted
    std::size_t most = 1000;                 // levels of a number; more are taken for numbers that were not meant as levels
    std::vector<std::string> levels = {};    // learned
    std::vector<double> values = {};         // of numbers: what each level is
    std::vector<std::size_t> place_of = {};  // of codes: where the level of each is; `levels.size()` where it is none
    std::size_t reference = 0;

    inline std::size_t columns() const { return levels.size(); }
    /// From the labels of codes 0, 1, …. What is wrong, or nothing.
    std::string learn_codes(std::vector<std::string> const& labels);
    /// From a column of numbers. The same.
    std::string learn_numbers(std::span<double const> column);
    /// Which level this is; nothing where it is none.
    std::optional<std::size_t> find(double x) const;
    /// An indicator for each level; NaN in all of them for what is none.
    void encode(double x, double* out) const;

    /// Of numbers only: codes are learned again from their labels.
    inline std::vector<double> numbers() const { return values; }
    bool restore(std::span<double const> learned);

private:
    std::string choose(std::vector<std::string> const& labels);
};

}  // namespace firefly
