module;
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;
import :examination;

namespace firefly::program {

std::optional<double> mean_fact(fact_list const& facts, std::string_view key) {
    auto const text = find_fact(facts, key);
    if (!text) return std::nullopt;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t start = 0; start <= text->size(); ++count) {
        auto const end = std::min(text->find(between_chains, start), text->size());
        auto const number = parse_number(text->substr(start, end - start));
        if (!number) return std::nullopt;
        sum += *number;
        start = end + between_chains.size();
    }
    return sum / static_cast<double>(count);
}

std::optional<double> mean_statistic(stored_draws const& draws, std::string_view name) {
    auto const* const statistic = draws.statistic(name);
    if (!statistic) return std::nullopt;
    double sum = 0;
    for (auto const& chain : statistic->chains) sum += mean_of(chain);
    return sum / static_cast<double>(statistic->chains.size());
}

std::vector<finding> find_problems(stored_draws const& draws, draw_summary const& found) {
    examination e{draws, found.lines};
    e.check_finite();
    e.check_stuck();
    e.check_r_hat();
    e.check_effective();
    e.check_divergences();
    e.check_trees();
    e.check_energy();
    e.check_noise();
    e.check_separation();
    e.check_scales();
    e.check_dominant_row();
    e.check_counts();
    e.check_brightness();
    e.check_region();
    e.check_collinear();
    e.check_chains();
    return std::move(e.found);
}

std::string in_words(std::vector<finding> const& findings) {
    if (findings.empty()) return "No problems found: the chains agree, and effective draws are enough.\n";
    std::string result;
    for (auto const& one : findings)
        result += fmt::format("{}: {} {}\n", one.how == finding::severity::warning ? "Warning" : "Note", one.what, one.remedy);
    return result;
}

void diagnose_files(diagnose_options const& options) {
    auto const draws = read_draws(options.files);
    say(fmt::format("{}\n\n{}", describe(draws), in_words(find_problems(draws, summarise_with_contrasts(draws)))));
}

}  // namespace firefly::program
