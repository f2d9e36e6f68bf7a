module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

/// Stan's name, ArviZ's name. https://python.arviz.org/en/stable/schema/schema.html
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> statistic_names{{{"lp__", "lp"},
                                                                                        {"accept_stat__", "acceptance_rate"},
                                                                                        {"stepsize__", "step_size"},
                                                                                        {"treedepth__", "tree_depth"},
                                                                                        {"divergent__", "diverging"},
                                                                                        {"n_leapfrog__", "n_steps"},
                                                                                        {"n_bright__", "n_bright"},
                                                                                        {"n_lik__", "n_lik"},
                                                                                        {"n_flips__", "n_flips"}}};

}  // namespace

std::optional<std::string> find_fact(fact_list const& facts, std::string_view key) {
    auto const found = std::ranges::find(facts, key, &fact_list::value_type::first);
    if (found == facts.end()) return std::nullopt;
    return found->second;
}

std::optional<double> find_number(fact_list const& facts, std::string_view key) {
    auto const text = find_fact(facts, key);
    return text ? parse_number(*text) : std::nullopt;
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

std::size_t stored_draws::chains() const {
    return parameters.empty() ? 0 : parameters.front().chains.size();
}

std::size_t stored_draws::length() const {
    return chains() == 0 ? 0 : parameters.front().chains.front().size() / parameters.front().size();
}

stored_variable const* stored_draws::statistic(std::string_view name) const {
    auto const found = std::ranges::find(statistics, name, &stored_variable::name);
    return found == statistics.end() ? nullptr : &*found;
}

void cut_to_shortest(stored_draws& draws) {
    if (draws.parameters.empty()) return;
    auto const& first = draws.parameters.front();
    std::vector<std::size_t> lengths;
    for (auto const& chain : first.chains) lengths.push_back(chain.size() / first.size());
    std::size_t const shortest = std::ranges::min(lengths);
    if (shortest == std::ranges::max(lengths)) return;
    std::string list;
    for (std::size_t const length : lengths) list += fmt::format("{}{}", list.empty() ? "" : ", ", length);
    draws.cut = fmt::format("The chains have {} draws: each is cut to the first {}.", list, shortest);
    for (auto* variables : {&draws.parameters, &draws.statistics})
        for (auto& variable : *variables)
            for (auto& chain : variable.chains) chain.resize(shortest * variable.size());
}

std::string stan_name_of(std::string_view statistic) {
    auto const known = std::ranges::find(statistic_names, statistic, &std::pair<std::string_view, std::string_view>::second);
    return known != statistic_names.end() ? std::string(known->first) : std::string(statistic) + "__";
}

std::string arviz_name_of(std::string_view statistic) {
    auto const known = std::ranges::find(statistic_names, statistic, &std::pair<std::string_view, std::string_view>::first);
    if (known != statistic_names.end()) return std::string(known->second);
    return std::string(statistic.ends_with("__") ? statistic.substr(0, statistic.size() - 2) : statistic);
}

}  // namespace firefly
