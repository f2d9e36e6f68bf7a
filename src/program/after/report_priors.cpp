/// The section of a report that shows prior against posterior, where the prior is known.
///
/// On the scale of the posterior, with as much room to either side where the prior reaches there: in large data the prior is a line near zero,
/// and that is what is to be seen. Those parameters come first whose posterior is widest beside the prior, as there it weighs most.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :known_prior;
import :listed_facts;
import :report_page;

namespace firefly::program {

namespace {

constexpr std::size_t most_priors = 6;

/// A parameter beside its prior.
struct compared {
    stored_variable const* variable;
    std::size_t element;
    std::size_t line;
    known_prior prior;
    double ratio;  // of the posterior standard deviation to the scale of the prior
};

bool is_intercept(stored_variable const& variable, std::size_t element) {
    return !variable.labels.empty() && !variable.labels.back().empty() &&
           variable.labels.back()[element % variable.labels.back().size()] == "(intercept)";
}

/// The draws of an intercept at the columns' centres.
chain_series at_centres(stored_variable const& variable, std::size_t element, std::vector<double> const& centres) {
    chain_series result = variable.element(element);
    std::size_t const size = variable.size(), features = centres.size(), first = element - element % features;
    for (std::size_t c = 0; c < result.size(); ++c)
        for (std::size_t s = 0; s < result[c].size(); ++s)
            for (std::size_t j = 0; j < features; ++j)
                if (first + j != element) result[c][s] += centres[j] * variable.chains[c][s * size + first + j];
    return result;
}

std::vector<std::pair<double, double>> curve_of(known_prior const& prior, std::vector<std::pair<double, double>> const& posterior) {
    constexpr std::size_t points = 100;
    double const from = posterior.front().first, to = posterior.back().first, room = to - from, reach = 3 * prior.scale;
    bool const positive = prior.kind == known_prior::shape::half_cauchy;
    double const low = positive ? std::max(0.0, from - room) : std::max(from - room, std::min(from, -reach));
    double const high = std::min(to + room, std::max(to, reach));
    std::vector<std::pair<double, double>> result;
    for (std::size_t i = 0; i <= points; ++i) {
        double const x = low + (high - low) * static_cast<double>(i) / points;
        result.emplace_back(x, prior.density(x));
    }
    return result;
}

std::string in_words(double ratio) {
    if (ratio < 0.5)
        return fmt::format("{} times narrower than the prior", typeset(fmt::format("{:.{}f}", 1 / ratio, ratio < 0.1 ? 0 : 1)));
    return ratio < 2 ? "about as wide as the prior" : "wider than the prior";
}

}  // namespace

void report_page::plot_priors() {
    std::vector<compared> all;
    auto const priors = known_priors(draws_);
    std::size_t first = 0;
    for (auto const& variable : draws_.parameters) {
        for (std::size_t i = 0; i < variable.size(); ++i)
            if (auto const& prior = priors[first + i]; prior && found_.lines[first + i].sd > 0)
                all.push_back({&variable, i, first + i, *prior, found_.lines[first + i].sd / prior->scale});
        first += variable.size();
    }
    auto const centres = fact("centred") ? numbers_of(draws_.facts, "centres") : std::vector<double>();
    auto const moved = [&](compared const& one) {
        return fact("centred") && one.variable == &draws_.parameters.front() && is_intercept(*one.variable, one.element);
    };
    // An intercept at centres that are not known has no prior to compare with.
    std::erase_if(all, [&](compared const& one) { return moved(one) && centres.size() != one.variable->labels.back().size(); });
    if (all.empty()) return;
    for (auto& one : all)
        if (moved(one)) {
            auto const draws = at_centres(*one.variable, one.element, centres);
            one.ratio = summarise("", draws).sd / one.prior.scale;
        }
    std::ranges::stable_sort(all, std::ranges::greater(),
                             [](compared const& one) { return std::isfinite(one.ratio) ? one.ratio : 0; });
    std::size_t const known = all.size(), shown = std::min(known, most_priors);
    all.resize(shown, all.front());
    open_section("priors", "Prior and posterior");
    add(fmt::format(
        "<p class=\"how\">{} Where the dashed line is flat, the data decide; where it has the shape of the posterior, the "
        "prior does.</p>\n<div class=\"plots\">\n",
        shown < known ? fmt::format("The {} of {} parameters whose posterior is widest beside their prior, which is dashed.", shown,
                                    whole(static_cast<double>(known)))
                      : "The posterior as an area, the prior dashed."));
    for (auto const& one : all) {
        auto const series = moved(one) ? at_centres(*one.variable, one.element, centres) : series_of(one.line);
        auto const posterior = density_curve(series);
        std::string const name = found_.lines[one.line].name + (moved(one) ? " at the columns’ centres" : "");
        figure(
            prior_plot("Prior and posterior of " + name, posterior, posterior.empty() ? posterior : curve_of(one.prior, posterior)),
            fmt::format("{}: the posterior is {}", html_name(name), in_words(one.ratio)));
    }
    add("</div>\n");
    close_section();
}

}  // namespace firefly::program
