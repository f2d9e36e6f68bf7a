module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import firefly.program.setup;
import :listed_facts;

namespace firefly::program {

std::vector<double> numbers_of(fact_list const& facts, std::string_view key) {
    std::vector<double> result;
    std::string const text = find_fact(facts, key).value_or("");
    for (std::size_t start = 0; start < text.size();) {
        auto const end = std::min(text.find(' ', start), text.size());
        auto const number = parse_number(text.substr(start, end - start));
        if (!number) return {};
        result.push_back(*number);
        start = end + 1;
    }
    return result;
}

std::optional<binned_data> bins_of(fact_list const& facts, std::string_view key) {
    auto const numbers = numbers_of(facts, key);
    constexpr std::size_t most = 100;  // numbers
    if (numbers.size() < 6 || numbers.size() > most || numbers.size() % 2 != 0) return {};
    // Bins whose ends cannot be told apart are no bins.
    if (!(numbers[1] > 1e-9 * std::abs(numbers[0])) || !(numbers[1] > 1e-15) || numbers[1] > 1e15) return {};
    binned_data result{.start = numbers[0], .width = numbers[1], .observed = {}, .expected = {}};
    for (std::size_t i = 2; i < numbers.size(); i += 2) {
        if (numbers[i] < 0 || numbers[i + 1] < 0) return {};
        result.observed.push_back(numbers[i]);
        result.expected.push_back(numbers[i + 1]);
    }
    return result;
}

std::vector<calibration_group> calibration_of(fact_list const& facts, std::size_t i) {
    auto const numbers = numbers_of(facts, calibration_key(i));
    std::vector<calibration_group> result;
    if (numbers.size() % 3 != 0) return result;
    for (std::size_t g = 0; g < numbers.size(); g += 3) result.push_back({numbers[g], numbers[g + 1], numbers[g + 2]});
    auto const is_share = [](double p) { return p >= 0 && p <= 1; };
    bool const sound = std::ranges::all_of(result, [&](calibration_group const& group) {
        return is_share(group.predicted) && is_share(group.observed) && is_share(group.error);
    });
    return sound ? result : std::vector<calibration_group>();
}

std::vector<roc_point> roc_of(fact_list const& facts) {
    auto const numbers = numbers_of(facts, "roc");
    constexpr std::size_t most = 1000;  // numbers
    if (numbers.size() % 2 != 0 || numbers.size() > most) return {};
    std::vector<roc_point> result;
    roc_point last{0, 0};
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        roc_point const next{numbers[i], numbers[i + 1]};
        if (!(next.mistaken >= last.mistaken && next.mistaken <= 1 && next.found >= last.found && next.found <= 1)) return {};
        result.push_back(last = next);
    }
    return result;
}

}  // namespace firefly::program
