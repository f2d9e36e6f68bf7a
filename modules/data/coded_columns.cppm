/// Columns that hold numbers or codes of categories, and rows of features made of them ("one-hot").
///
///     region = north, south, west   becomes   region=south, region=west     (zeros and ones; north is the reference)
///
/// The first level is the reference where there is an intercept: the indicators of all levels would add up to it. Without an intercept the
/// first column of categories keeps all its levels and the others have a reference, as in R.
module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.data:coded_columns;

namespace firefly {

/// What the feature of ones is called.
export inline constexpr std::string_view intercept_name = "(intercept)";

/// A column of a table. Where it has levels its numbers are codes.
export struct coded_column {
    std::string name;
    std::vector<std::string> levels = {};  // in their order; empty for numbers
    std::vector<double> level_of = {};     // the place of each code among the levels
};

/// The features that columns become: "(intercept)" first where there is one, a number under its own name, each indicator as `column=level`.
/// `reference`: something else stands for the intercept, such as the cutpoints of an ordinal model.
export std::vector<std::string> feature_names(std::span<coded_column const> columns, bool intercept, bool reference = false);

/// What becomes of a column of categories: zeros and ones, or one number, the place of its level.
export enum class category_form { indicators, places };

/// Where each number of a row of columns goes in a row of features.
export class feature_layout {
public:
    /// Features by the names that `feature_names` gives, in any order. A column whose whole name is that of the feature comes before an
    /// indicator. With places a column of categories is a feature by its own name. Throws `data_error` for a feature that is not there; `file` is where
    /// the columns come from.
    feature_layout(std::string_view file, std::span<coded_column const> columns, std::vector<std::string> const& features,
                   category_form form = category_form::indicators);

    inline std::size_t features() const { return features_; }

    /// False where a code stands for no level; then the features are of no use.
    template <class Element>
    inline bool expand(Element const* columns, double* features) const {
        for (std::size_t const to : ones_) features[to] = 1;
        for (auto const& [from, to, count] : numbers_) std::copy_n(columns + from, count, features + to);
        for (auto const& [from, place] : categories_) {
            for (std::size_t const to : place)
                if (to != nowhere) features[to] = 0;
            double const code = columns[from];
            if (!(code >= 0 && code < static_cast<double>(place.size()))) return false;
            if (std::size_t const to = place[static_cast<std::size_t>(code)]; to != nowhere) features[to] = 1;
        }
        for (auto const& [from, to, level_of] : places_) {
            double const code = columns[from];
            if (!(code >= 0 && code < static_cast<double>(level_of.size()))) return false;
            features[to] = level_of[static_cast<std::size_t>(code)];
        }
        return true;
    }

private:
    /// Neighbours among the columns that are neighbours among the features, too.
    struct number_run {
        std::size_t from, to, count;
    };
    struct category {
        std::size_t from;
        std::vector<std::size_t> place;  // of each code: where its indicator is, or `nowhere`
    };
    struct placed_category {
        std::size_t from, to;
        std::vector<double> level_of;  // each code
    };
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    void add_number(std::size_t from, std::size_t to);
    bool add_indicator(std::span<coded_column const> columns, std::string const& feature, std::size_t to);

    std::size_t features_;
    std::vector<std::size_t> ones_;  // where the intercept is
    std::vector<number_run> numbers_;
    std::vector<category> categories_;
    std::vector<placed_category> places_;
};

}  // namespace firefly
