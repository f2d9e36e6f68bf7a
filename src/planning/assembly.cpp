module;
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;

namespace firefly {

std::string region_in_words(std::string_view bound, std::span<double const> radii, double bright, std::optional<double> without,
                            row_index rows) {
    if (radii.empty())
        return fmt::format("Bound: {}, one for all points. Expected bright data: {:.3g} of {}.", bound, bright, rows);
    std::string words = fmt::format("Bound: {}, sharp within {:.3g} posterior standard deviations", bound, radii.front());
    if (radii.size() > 1)
        words += fmt::format(", less so in {} ring{} out to {:.3g}", radii.size() - 1, radii.size() > 2 ? "s" : "", radii.back());
    if (!without) return words + fmt::format(", and in ever wider rings beyond. Expected bright data: {:.3g} of {}.", bright, rows);
    return words + fmt::format(". Expected bright data: {:.3g} of {} ({:.3g} without the region).", bright, rows, *without);
}

std::string exempt_in_words(std::span<row_index const> exempt) {
    if (exempt.empty()) return {};
    return fmt::format(
        " {} of them have no bound there and are always bright, row {} (counted from 0) first: the data say next to nothing of what they depend "
        "on. A narrower prior helps.",
        exempt.size(), exempt.front());
}

void refuse_choice(std::string_view what, std::string_view word, std::string_view why) {
    throw invalid_argument(fmt::format("{} {}: {}", what, word, why));
}

void refuse_bound(bound_kind asked, std::vector<bound_kind> const& offered) {
    std::string words;
    for (bound_kind const kind : offered) words += fmt::format("{}{}", words.empty() ? "" : ", ", word_of(kind));
    refuse_choice("bound", word_of(asked), fmt::format("not a bound of this model; use {} or auto", words));
}

}  // namespace firefly
