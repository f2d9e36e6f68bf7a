/// The sections of a report that show chains: traces, ranks and autocorrelations of parameters, and what the chains did.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :report_page;

namespace firefly::program {

namespace {

constexpr std::size_t most_plotted = 40;    // parameters
constexpr std::size_t plotted_open = 3;     // of these are unfolded
constexpr std::size_t most_names = 12;      // more than that are folded together
constexpr std::size_t most_told_apart = 8;  // chains: see `chain_plots`

/// Which chains have lines, where not all have: with their colours.
std::string on_top_in_words(std::vector<std::size_t> const& on_top) {
    std::string result = " On top, farthest from the rest:";
    for (std::size_t i = 0; i < on_top.size(); ++i)
        result += fmt::format(
            " <span class=\"key\"><svg viewBox=\"0 0 22 8\" aria-hidden=\"true\"><path class=\"c{}\" d=\"M0 4L22 4\"/></svg> chain {}</span>",
            i, on_top[i] + 1);
    return result;
}

bool is_zero(stored_variable const& statistic) {
    return std::ranges::all_of(statistic.chains,
                               [](auto const& chain) { return std::ranges::all_of(chain, [](double x) { return x == 0; }); });
}

}  // namespace

std::vector<std::size_t> report_page::worst_first() const {
    std::vector<std::size_t> order(found_.lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto const badness = [&](std::size_t i) {
        auto const& s = found_.lines[i];
        // Below the threshold the digits of R-hat are noise, so effective draws decide.
        double const r_hat = std::isnan(s.r_hat) ? infinity : s.r_hat;
        return std::tuple(r_hat > 1.01 ? -r_hat : 0.0, std::isnan(s.ess_bulk) ? 0.0 : std::min(s.ess_bulk, s.ess_tail), i);
    };
    std::ranges::sort(order, {}, badness);
    return order;
}

void report_page::legend() {
    add("<p class=\"how\">");
    if (draws_.chains() > most_told_apart)
        add(fmt::format(
            "Of {} chains the band is from the lowest to the highest, and the darker one holds nine tenths of the draws.",
            draws_.chains()));
    else
        for (std::size_t c = 0; c < draws_.chains(); ++c)
            add(fmt::format(
                "<span class=\"key\"><svg viewBox=\"0 0 22 8\" aria-hidden=\"true\"><path class=\"c{}\" d=\"M0 4L22 4\"/></svg> chain {}</span>",
                c, c + 1));
    add("</p>\n");
}

void report_page::plot_chains() {
    auto const order = worst_first();
    std::size_t const shown = std::min(order.size(), most_plotted);
    char const* const what = found_.contrasts ? "parameters and contrasts" : "parameters";
    open_section("plots", "Chains");
    add(fmt::format(
        "<p class=\"how\">{} Traces should look alike and show no trend; ranks should be flat, within the band that independent draws "
        "would keep to; autocorrelations should fall to zero. <span class=\"screen\">Choose a name to unfold its plots.</span></p>\n",
        shown < order.size()
            ? fmt::format("The {} of {} {} with the largest R-hat and the fewest effective draws, the worst first.", shown,
                          whole(static_cast<double>(order.size())), what)
            : fmt::format("All {}, those with the largest R-hat and the fewest effective draws first.", what)));
    legend();
    for (std::size_t i = 0; i < shown; ++i) {
        if (i == plotted_open && shown > most_names)
            add(fmt::format("<details><summary>{} more parameters</summary>\n", shown - i));
        auto const& s = found_.lines[order[i]];
        auto const series = series_of(order[i]);
        auto const on_top = chains_on_top(series);
        std::string const name = html_name(s.name);
        add(fmt::format(
            "<details{}><summary><b>{}</b> <span class=\"whole\">· R-hat {}</span> <span class=\"whole\">· ESS {}</span></summary>\n<div class=\"plots\">\n",
            i < plotted_open ? " open" : "", name, typeset(fmt::format("{:.3f}", s.r_hat)), whole(s.ess_bulk)));
        std::string const lines = on_top.size() < series.size() ? "." + on_top_in_words(on_top) : "";
        figure(trace_plot("Trace of " + s.name, series, on_top, none), "Trace of " + name + lines);
        if (series.size() > 1) figure(rank_plot("Ranks of " + s.name, series, on_top), "Ranks of " + name);  // one chain’s are flat
        figure(autocorrelation_plot("Autocorrelation of " + s.name, series, on_top), "Autocorrelation of " + name);
        add("</div></details>\n");
    }
    if (shown > most_names) add("</details>\n");
    close_section();
}

void report_page::plot_work() {
    auto const* const bright = draws_.statistic("n_bright__");
    auto const* const queries = draws_.statistic("n_lik__");
    auto const* const density = draws_.statistic("lp__");
    if (!bright && !queries && !density) return;
    open_section("work", "Along the chains");
    bool const idle = bright && queries && is_zero(*bright) && is_zero(*queries);
    if (idle) add("<p class=\"how\">No row was bright, and no likelihood was evaluated.</p>\n");
    legend();
    add("<div class=\"plots\">\n");
    auto const plot = [&](std::string const& title, stored_variable const& of, double expected, std::string const& caption) {
        auto const on_top = chains_on_top(of.chains);
        figure(trace_plot(title, of.chains, on_top, expected),
               caption + (on_top.size() < of.chains.size() ? "." + on_top_in_words(on_top) : ""));
    };
    if (bright && fact("updater") && !idle)
        plot("Bright data along the chains", *bright, find_number(draws_.facts, "expected_bright").value_or(none),
             "Bright data; dashed: the forecast");
    if (queries && !idle) plot("Likelihoods evaluated along the chains", *queries, none, "Likelihoods evaluated in an iteration");
    if (density)
        plot("Log density along the chains", *density, none,
             fact("updater") ? "Log density of parameters and brightness, up to a constant" : "Log density, up to a constant");
    add("</div>\n");
    close_section();
}

}  // namespace firefly::program
