module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.draws;

import firefly.core;

namespace firefly {

namespace {

using enum statistic_kind;

constexpr std::array<statistic, statistic_count> known{
    {{"lp__", "lp", number, [](draw const& d) { return d.log_density; }},
     {"accept_stat__", "acceptance_rate", number, [](draw const& d) { return d.acceptance; }},
     {"stepsize__", "step_size", number, [](draw const& d) { return d.step; }},
     {"treedepth__", "tree_depth", count, [](draw const&) { return 0.0; }},
     {"divergent__", "diverging", truth, [](draw const& d) { return static_cast<double>(d.diverging); }},
     {"n_bright__", "n_bright", count, [](draw const& d) { return static_cast<double>(d.z.bright); }},
     {"n_lik__", "n_lik", count, [](draw const& d) { return static_cast<double>(d.queries()); }},
     {"n_flips__", "n_flips", count, [](draw const& d) { return static_cast<double>(d.z.flips()); }}}};

/// What only other samplers have, and Stan and ArviZ call differently.
constexpr statistic leapfrogs{"n_leapfrog__", "n_steps", count, nullptr};

/// Nothing where the name is not known.
statistic const* find(std::string_view name, std::string_view statistic::* called) {
    auto const found = std::ranges::find(known, name, called);
    if (found != known.end()) return &*found;
    return leapfrogs.*called == name ? &leapfrogs : nullptr;
}

constexpr std::string_view ending = "__";

}  // namespace

std::span<statistic const, statistic_count> draw_statistics() {
    return known;
}

std::array<double, statistic_count> statistics_of(draw const& draw) {
    std::array<double, statistic_count> values{};
    std::ranges::transform(known, values.begin(), [&](statistic const& each) { return each.of(draw); });
    return values;
}

std::vector<std::string> statistic_names() {
    std::vector<std::string> names;
    for (auto const& each : known) names.emplace_back(each.stan);
    return names;
}

std::string stan_name_of(std::string_view arviz) {
    if (auto const* const found = find(arviz, &statistic::arviz)) return std::string(found->stan);
    return std::string(arviz).append(ending);
}

std::string arviz_name_of(std::string_view stan) {
    if (auto const* const found = find(stan, &statistic::stan)) return std::string(found->arviz);
    if (stan.ends_with(ending)) stan.remove_suffix(ending.size());
    return std::string(stan);
}

statistic_kind kind_of_statistic(std::string_view stan) {
    auto const* const found = find(stan, &statistic::stan);
    return found ? found->kind : number;
}

}  // namespace firefly
