module;
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

std::optional<std::string> find_fact(fact_list const& facts, std::string_view key) {
    auto const found = std::ranges::find(facts, key, &fact_list::value_type::first);
    if (found == facts.end()) return std::nullopt;
    return found->second;
}

std::optional<double> find_number(fact_list const& facts, std::string_view key) {
    auto const text = find_fact(facts, key);
    return text ? parse_number(*text) : std::nullopt;
}

std::optional<std::uint64_t> find_count(fact_list const& facts, std::string_view key) {
    std::string const text = find_fact(facts, key).value_or("");
    std::uint64_t value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

fact_list join_facts(std::vector<fact_list> const& chains) {
    fact_list result;
    for (auto const& facts : chains) {
        for (auto const& [key, first] : facts) {
            if (find_fact(result, key)) continue;
            bool differ = false;
            std::string beside;
            for (auto const& other : chains) {
                auto const value = find_fact(other, key);
                if (!value) continue;
                differ = differ || *value != first;
                beside += (beside.empty() ? "" : std::string(between_chains)) + *value;
            }
            result.emplace_back(key, differ ? beside : first);
        }
    }
    return result;
}

std::size_t stored_variable::size() const {
    std::size_t result = 1;
    for (auto const& names : labels) result *= names.size();
    return result;
}

std::string stored_variable::element_name(std::size_t element) const {
    if (labels.empty()) return name;
    std::vector<std::string> parts(labels.size());
    for (std::size_t d = labels.size(); d-- > 0;) {
        parts[d] = labels[d][element % labels[d].size()];
        element /= labels[d].size();
    }
    bool const ours = dimensions.back() == "feature";
    if (ours && parts.size() == 1) return parts[0];
    if (ours && parts.size() == 2) return fmt::format("{}:{}", parts[0], parts[1]);
    std::string result = name + "[";
    for (std::size_t d = 0; d < parts.size(); ++d) result += (d ? "," : "") + parts[d];
    return result + "]";
}

std::vector<std::vector<double>> stored_variable::element(std::size_t element) const {
    std::size_t const step = size();
    std::vector<std::vector<double>> result;
    for (auto const& chain : chains) {
        auto& values = result.emplace_back();
        values.reserve(chain.size() / step);
        for (std::size_t i = element; i < chain.size(); i += step) values.push_back(chain[i]);
    }
    return result;
}

stored_variable coefficients(std::vector<std::string> features, std::vector<std::string> classes) {
    stored_variable result{.name = classes.empty() ? "beta" : "W"};
    if (!classes.empty()) {
        result.dimensions.emplace_back("class");
        result.labels.push_back(std::move(classes));
    }
    result.dimensions.emplace_back("feature");
    result.labels.push_back(std::move(features));
    return result;
}

stored_variable cutpoints(std::size_t count) {
    stored_variable result{.name = "cutpoint", .dimensions = {"cutpoint_dim_0"}, .labels = {{}}};
    for (std::size_t k = 1; k <= count; ++k) result.labels[0].push_back(fmt::format("{}", k));
    return result;
}

std::size_t stored_draws::chains() const {
    return parameters.empty() ? 0 : parameters.front().chains.size();
}

std::size_t stored_draws::length() const {
    return chains() == 0 ? 0 : parameters.front().chains.front().size() / parameters.front().size();
}

std::size_t stored_draws::warm_up_length() const {
    if (chains() == 0 || parameters.front().warm_up.empty()) return 0;
    return parameters.front().warm_up.front().size() / parameters.front().size();
}

stored_variable const* stored_draws::statistic(std::string_view name) const {
    auto const found = std::ranges::find(statistics, name, &stored_variable::name);
    return found == statistics.end() ? nullptr : &*found;
}

void stored_draws::start_chain() {
    if (chains() == 0 && statistics.empty())
        for (auto const& each : draw_statistics()) statistics.push_back({.name = std::string(each.stan)});
    for (auto* const variables : {&parameters, &statistics})
        for (auto& variable : *variables) {
            variable.chains.emplace_back();
            variable.warm_up.emplace_back();
        }
}

void stored_draws::append(draw const& draw) {
    std::size_t elements = 0;
    for (auto const& variable : parameters) elements += variable.size();
    if (draw.theta.size() != elements)
        throw invalid_argument(
            fmt::format("stored_draws: a draw of {} elements where the parameters have {}; describe each element",
                        draw.theta.size(), elements));
    auto const values = draw.warm_up ? &stored_variable::warm_up : &stored_variable::chains;
    auto from = draw.theta.begin();
    for (auto& variable : parameters) {
        auto const to = from + static_cast<std::ptrdiff_t>(variable.size());
        auto& chain = (variable.*values).back();
        chain.insert(chain.end(), from, to);
        from = to;
    }
    auto const described = statistics_of(draw);
    for (std::size_t i = 0; i < described.size(); ++i) (statistics[i].*values).back().push_back(described[i]);
}

void stored_draws::check() const {
    if (chains() == 0) throw invalid_argument("stored_draws: there must be a parameter and a chain of its draws, got none");
    auto const check_all = [&](stored_variable const& variable, std::vector<std::vector<double>> const& all, std::size_t draws,
                               std::string_view kind) {
        if (all.size() != chains())
            throw invalid_argument(fmt::format("stored_draws: {} must have {} of each of the {} chains, got {}", variable.name,
                                               kind, chains(), all.size()));
        for (std::size_t c = 0; c < all.size(); ++c)
            if (all[c].size() != draws * variable.size())
                throw invalid_argument(
                    fmt::format("stored_draws: {} must have {} numbers in chain {}, {} for each of {} {}, got {}", variable.name,
                                draws * variable.size(), c + 1, variable.size(), draws, kind, all[c].size()));
    };
    for (auto const* const variables : {&parameters, &statistics})
        for (auto const& variable : *variables) {
            check_all(variable, variable.chains, length(), "draws");
            if (warm_up_length() > 0) check_all(variable, variable.warm_up, warm_up_length(), "draws of warm-up");
        }
}

namespace {

/// Cuts draws or warm-up, and says what it did; nothing where all are of one length.
std::string cut_chains(stored_draws& draws, std::vector<std::vector<double>> stored_variable::* which, std::string_view kind) {
    auto const& first = draws.parameters.front();
    std::vector<std::size_t> lengths;
    for (auto const& chain : first.*which) lengths.push_back(chain.size() / first.size());
    if (lengths.empty()) return {};
    std::size_t const shortest = std::ranges::min(lengths);
    if (shortest == std::ranges::max(lengths)) return {};
    for (auto* const variables : {&draws.parameters, &draws.statistics})
        for (auto& variable : *variables)
            for (auto& chain : variable.*which) chain.resize(shortest * variable.size());
    std::string list;
    for (std::size_t const length : lengths) list += fmt::format("{}{}", list.empty() ? "" : ", ", length);
    return fmt::format("The chains have {} {}: each is cut to the first {}.", list, kind, shortest);
}

}  // namespace

void cut_to_shortest(stored_draws& draws) {
    if (draws.parameters.empty()) return;
    for (auto const& said :
         {cut_chains(draws, &stored_variable::chains, "draws"), cut_chains(draws, &stored_variable::warm_up, "draws of warm-up")}) {
        if (said.empty()) continue;
        draws.cut += (draws.cut.empty() ? "" : " ") + said;
    }
}

}  // namespace firefly
