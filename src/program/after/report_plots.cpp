/// The sections of a report that are plots.
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

constexpr std::size_t most_plotted = 40;  // parameters
constexpr std::size_t plotted_open = 3;   // of these are unfolded

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

chain_series report_page::series_of(std::size_t line) const {
    if (line >= found_.parameters) return found_.contrasts->draws(line - found_.parameters);
    for (auto const& variable : draws_.parameters) {
        if (line < variable.size()) return variable.element(line);
        line -= variable.size();
    }
    return {};
}

void report_page::figure(std::string const& plot, std::string const& caption) {
    add(fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", plot, caption));
}

void report_page::legend() {
    add("<p class=\"how\">");
    for (std::size_t c = 0; c < std::min<std::size_t>(8, draws_.chains()); ++c)
        add(fmt::format(
            "<span class=\"key\"><svg viewBox=\"0 0 22 8\" aria-hidden=\"true\"><path class=\"c{}\" d=\"M0 4L22 4\"/></svg> chain {}</span>",
            c, c + 1));
    if (draws_.chains() > 8) add("colours repeat from chain 9 on");
    add("</p>\n");
}

void report_page::plot_parameters() {
    auto const order = worst_first();
    std::size_t const shown = std::min(order.size(), most_plotted);
    char const* const what = found_.contrasts ? "parameters and contrasts" : "parameters";
    add(fmt::format(
        "<section aria-labelledby=\"plots\">\n<h2 id=\"plots\">Chains</h2>\n<p class=\"how\">{} Traces should look alike and "
        "show no trend; ranks should be flat, within the band that independent draws would keep to; autocorrelations should "
        "fall to zero. Choose a name to unfold its plots.</p>\n",
        shown < order.size() ? fmt::format("The {} of {} {} with the largest R-hat and the fewest effective "
                                           "draws, the worst first.",
                                           shown, order.size(), what)
                             : fmt::format("All {}, those with the largest R-hat and the fewest effective draws first.", what)));
    legend();
    for (std::size_t i = 0; i < shown; ++i) {
        auto const& s = found_.lines[order[i]];
        auto const series = series_of(order[i]);
        std::string const name = html_text(s.name);
        add(fmt::format("<details{}><summary><b>{}</b> · R-hat {:.3f} · ESS {:.0f}</summary>\n<div class=\"plots\">\n",
                        i < plotted_open ? " open" : "", name, s.r_hat, s.ess_bulk));
        figure(trace_plot("Trace of " + s.name, series, none), "Trace of " + name);
        figure(rank_plot("Ranks of " + s.name, series), "Ranks of " + name);
        figure(autocorrelation_plot("Autocorrelation of " + s.name, series), "Autocorrelation of " + name);
        add("</div></details>\n");
    }
    add("</section>\n");
}

void report_page::plot_work() {
    auto const* const bright = draws_.statistic("n_bright__");
    auto const* const queries = draws_.statistic("n_lik__");
    auto const* const density = draws_.statistic("lp__");
    if (!bright && !queries && !density) return;
    add("<section aria-labelledby=\"work\">\n<h2 id=\"work\">Along the chains</h2>\n");
    legend();
    add("<div class=\"plots\">\n");
    if (bright && fact("updater"))
        figure(
            trace_plot("Bright data along the chains", bright->chains, find_number(draws_.facts, "expected_bright").value_or(none)),
            "Bright data; dashed: the forecast");
    if (queries)
        figure(trace_plot("Likelihoods evaluated along the chains", queries->chains, none),
               "Likelihoods evaluated in an iteration");
    if (density)
        figure(trace_plot("Log density along the chains", density->chains, none),
               fact("updater") ? "Log density of parameters and brightness, up to a constant" : "Log density, up to a constant");
    add("</div>\n</section>\n");
}

}  // namespace firefly::program
