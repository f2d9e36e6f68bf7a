module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.diagnostics;

import firefly.external;
import firefly.core;

namespace firefly {
namespace {

using line = std::array<std::string, 10>;

/// The last digit of an estimate stands where the second digit of its standard error does.
std::string estimate(double value, double standard_error) {
    double const decimals = 1 - std::floor(portable::log10(standard_error));
    bool const fixed = decimals <= 9 && std::abs(value) < 1e9;  // false for NaN, and for a standard error of zero
    return fixed ? fmt::format("{:.{}f}", value, static_cast<int>(std::max(decimals, 0.0))) : fmt::format("{:.6g}", value);
}

line cells(summary const& s) {
    auto const number = [&](double value) { return estimate(value, s.mcse_mean); };
    return {s.name,
            number(s.mean),
            number(s.sd),
            number(s.mcse_mean),
            number(s.q5),
            number(s.median),
            number(s.q95),
            fmt::format("{:.0f}", s.ess_bulk),
            fmt::format("{:.0f}", s.ess_tail),
            fmt::format("{:.3f}", s.r_hat)};
}

/// Characters, not bytes: a name may be β[1].
std::size_t width(std::string const& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

summary summarise(std::string name, scalar_draws const& draws) {
    auto const all = draws.pooled();
    summary result{.name = std::move(name),
                   .mean = mean(all),
                   .sd = std::sqrt(variance(all)),
                   .mcse_mean = mcse_mean(draws),
                   .q5 = quantile(draws, 0.05),
                   .median = quantile(draws, 0.5),
                   .q95 = quantile(draws, 0.95),
                   .ess_bulk = ess_bulk(draws),
                   .ess_tail = ess_tail(draws),
                   .r_hat = r_hat(draws)};
    // A NaN may have a sign, 0/0 has one on x86: it says nothing, and would be printed.
    for (double* const number : {&result.mean, &result.sd, &result.mcse_mean, &result.q5, &result.median, &result.q95,
                                 &result.ess_bulk, &result.ess_tail, &result.r_hat})
        if (std::isnan(*number)) *number = std::numeric_limits<double>::quiet_NaN();
    return result;
}

std::string format_table(std::span<summary const> summaries) {
    std::vector<line> lines{{"", "mean", "sd", "mcse_mean", "q5", "median", "q95", "ess_bulk", "ess_tail", "r_hat"}};
    for (auto const& s : summaries) lines.push_back(cells(s));

    std::array<std::size_t, std::tuple_size_v<line>> widths{};
    for (auto const& l : lines)
        for (std::size_t i = 0; i < l.size(); ++i) widths[i] = std::max(widths[i], width(l[i]));

    std::string table;
    for (auto const& l : lines) {
        table += l[0] + std::string(widths[0] - width(l[0]), ' ');
        for (std::size_t i = 1; i < l.size(); ++i) table += std::string(widths[i] + 2 - width(l[i]), ' ') + l[i];
        table += '\n';
    }
    return table;
}

}  // namespace firefly
