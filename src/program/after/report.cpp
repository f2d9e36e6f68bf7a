module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.output;

namespace firefly::program {

namespace {

constexpr std::size_t most_plotted = 40;      // parameters
constexpr std::size_t plotted_open = 3;       // of these unfolded
constexpr std::size_t most_table_rows = 500;  // parameters
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Colours of chains: told apart by people who see fewer colours too (after Okabe & Ito 2008), with a contrast of at least 3 to the paper.
constexpr std::string_view style = R"(
:root{color-scheme:light dark;--paper:#fff;--card:#f6f7f9;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--warn:#9a3412;--warnbg:#fff4ed;--note:#0b5394;
--notebg:#eef5fc;--good:#1a7f37;--c0:#0072b2;--c1:#c2410c;--c2:#00795a;--c3:#a8447f;--c4:#8a6100;--c5:#2f7fb5;--c6:#5b4bb5;--c7:#6b6b00}
@media(prefers-color-scheme:dark){:root{--paper:#101418;--card:#1a2027;--ink:#e6edf3;--soft:#a3adb8;--rule:#3a434d;--warn:#ffb38a;--warnbg:#3a2015;
--note:#9ecbff;--notebg:#14273b;--good:#5bd579;--c0:#5fb3ee;--c1:#ff9a5c;--c2:#3fd0a4;--c3:#ea90c4;--c4:#e6b94a;--c5:#9fd3ff;--c6:#b4a7ff;--c7:#d5d55c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1160px;margin:0 auto;padding:16px}
h1{font-size:1.6rem;line-height:1.25;margin:.6em 0 .2em}
h2{font-size:1.2rem;margin:2em 0 .5em;border-bottom:1px solid var(--rule);padding-bottom:.25em}
p{max-width:75ch}
.lead,figcaption,.how{color:var(--soft)}
.how,figcaption{font-size:.875rem}
.finding{border-left:4px solid var(--warn);background:var(--warnbg);padding:.6em .9em;margin:.6em 0;max-width:90ch}
.finding strong{color:var(--warn)}
.finding.note{border-color:var(--note);background:var(--notebg)}
.finding.note strong{color:var(--note)}
.finding.good{border-color:var(--good);background:var(--card)}
.finding.good strong{color:var(--good)}
.wide{overflow-x:auto;border:1px solid var(--rule);border-radius:6px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
caption{text-align:left;color:var(--soft);padding:.5em .7em}
caption span{display:block;max-width:calc(100vw - 56px)}
th,td{padding:.35em .7em;text-align:right;white-space:nowrap;border-top:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left}
tbody th{font-weight:500;white-space:normal;overflow-wrap:anywhere;min-width:7em}
thead th{border-top:0;background:var(--card)}
td.bad{color:var(--warn);font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,160px),1fr));gap:.5em 1.5em;margin:0}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:12px}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:8px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.tx{text-anchor:middle}
.ty{text-anchor:end}
path{fill:none;stroke-width:1;vector-effect:non-scaling-stroke}
.grid{stroke:var(--rule);stroke-dasharray:1 3}
.axis{stroke:var(--soft)}
.expected{stroke:var(--ink);stroke-dasharray:5 4}
.band{fill:var(--rule);opacity:.55}
.line{stroke-opacity:.85}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}
.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}
.key{display:inline-block;margin-right:1em;white-space:nowrap}
.key svg{display:inline-block;width:22px;height:8px;vertical-align:middle}
.key path{stroke-width:3}
details{margin:.6em 0}
summary{cursor:pointer;padding:.4em 0;overflow-wrap:anywhere}
summary b{font-weight:600}
.bar{display:block;width:120px;height:.7em;background:var(--rule)}
.bar span{display:block;height:100%;background:var(--c0)}
footer{color:var(--soft);font-size:.875rem;margin:3em 0 1em}
)";

std::string now() {
    std::time_t const seconds = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

std::string number(double value, int digits = 4) {
    return std::isnan(value) ? "–" : fmt::format("{:.{}g}", value, digits);
}

/// The values of the chains with commas between.
std::string side_by_side(std::string fact) {
    for (auto at = fact.find(between_chains); at != std::string::npos; at = fact.find(between_chains))
        fact.replace(at, between_chains.size(), ", ");
    return fact;
}

class page {
public:
    page(stored_draws const& draws, std::vector<summary> const& lines, std::vector<finding> const& findings)
        : draws_(draws), lines_(lines), findings_(findings) {}

    std::string html() {
        std::string const model = fact("model").value_or("");
        std::string const title = model.empty() ? "Draws" : fmt::format("{} regression", capital(model));
        text_ = fmt::format(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} – firefly</title>\n<style>{1}</style>\n"
            "</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
            html_text(title), style);
        introduce();
        warn();
        describe_run();
        compare();
        tabulate();
        plot_parameters();
        plot_work();
        list_brightest();
        add(fmt::format(
            "<footer>Made by firefly {} on {}. R-hat and effective sample sizes: Vehtari, Gelman, Simpson, Carpenter and Bürkner "
            "(2021).</footer>\n</main>\n</body>\n</html>\n",
            FIREFLY_VERSION, now()));
        return std::move(text_);
    }

private:
    void add(std::string_view text) { text_ += text; }
    std::optional<std::string> fact(std::string_view key) const { return find_fact(draws_.facts, key); }

    static std::string capital(std::string text) {
        if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
        return text;
    }

    void introduce() {
        std::string lead = describe(draws_);
        if (auto const target = fact("target"))
            lead = fmt::format("{} explained{}. ", *target, fact("rows") ? fmt::format(" by {} rows", *fact("rows")) : "") + lead;
        add(fmt::format("<p class=\"lead\">{}</p>\n", html_text(lead)));
    }

    void warn() {
        add("<section aria-labelledby=\"warnings\">\n<h2 id=\"warnings\">Is anything wrong?</h2>\n");
        if (findings_.empty())
            add("<div class=\"finding good\"><strong>No problems found.</strong> The chains agree, and effective draws are enough.</div>\n");
        for (auto const& one : findings_) {
            bool const warning = one.how == finding::severity::warning;
            add(fmt::format("<div class=\"finding{}\"><strong>{}:</strong> {} {}</div>\n", warning ? "" : " note",
                            warning ? "Warning" : "Note", html_text(one.what), html_text(one.remedy)));
        }
        add("</section>\n");
    }

    void describe_run() {
        add("<section aria-labelledby=\"run\">\n<h2 id=\"run\">What was run</h2>\n<dl>\n");
        auto const item = [&](std::string const& name, std::string const& value) {
            if (!value.empty()) add(fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(name), html_text(value)));
        };
        auto const known = [&](std::string const& name, std::string_view key) { item(name, fact(key).value_or("")); };
        known("Model", "model");
        known("Data", "data");
        known("Rows", "rows");
        known("Target", "target");
        if (fact("prior")) item("Prior", fmt::format("{}, scale {}", *fact("prior"), fact("prior_scale").value_or("?")));
        item("Parameters", fmt::format("{}", lines_.size()));
        known("Algorithm", "algorithm");
        known("Kernel", "kernel");
        known("Bound", "bound");
        known("Brightness update", "updater");
        known("Seed", "seed");
        item("Chains and draws", fmt::format("{} × {}", draws_.chains(), draws_.length()));
        known("Warm-up", "num_warmup");
        known("Thinning", "thin");
        auto const seconds = [&](std::vector<double> const& of) {
            return of.empty() ? "" : fmt::format("{:.3g} s in all chains", std::accumulate(of.begin(), of.end(), 0.0));
        };
        item("Time for warm-up", seconds(draws_.warm_up_seconds));
        item("Time for sampling", seconds(draws_.sampling_seconds));
        add("</dl>\n");
        if (auto const plan = fact("plan")) add(fmt::format("<p class=\"how\">{}</p>\n", html_text(*plan)));
        add("</section>\n");
    }

    double mean(std::string_view name) const { return mean_statistic(draws_, name).value_or(none); }

    double rows() const { return find_number(draws_.facts, "rows").value_or(none); }

    void compare() {
        if (!fact("updater")) return;
        add("<section aria-labelledby=\"forecast\">\n<h2 id=\"forecast\">Forecast and observation</h2>\n<div class=\"wide\"><table>\n"
            "<caption><span>What set-up forecast, and what the chains did; means over draws.</span></caption>\n"
            "<thead><tr><th scope=\"col\"></th><th scope=\"col\">forecast</th><th scope=\"col\">observed</th></tr></thead>\n<tbody>\n");
        auto const row = [&](std::string const& name, std::string const& forecast, std::string const& observed) {
            add(fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", name, forecast, observed));
        };
        double const expected = find_number(draws_.facts, "expected_bright").value_or(none), bright = mean("n_bright__"),
                     queries = mean("n_lik__");
        row("Bright data", number(expected), number(bright));
        row("Share of the data that is bright", number(expected / rows()), number(bright / rows()));
        row("Likelihoods evaluated in an iteration", "–", number(queries));
        row("… as a share of all data", "–", number(queries / rows()));
        row("Data that change between bright and dark in an iteration", "–", number(mean("n_flips__")));
        row("Sweeps that even functionals take to forget", number(find_number(draws_.facts, "expected_relaxation").value_or(none)),
            "–");
        if (auto const radius = find_number(draws_.facts, "region_radius"))
            row("Radius of the region, in posterior standard deviations", number(*radius), "–");
        if (auto const outside = fact("outside_region"))
            row("Share of draws outside the region", "0", html_text(side_by_side(*outside)));
        row("Acceptance of moves", "–", number(mean("accept_stat__"), 3));
        add("</tbody>\n</table></div>\n</section>\n");
    }

    void tabulate() {
        add("<section aria-labelledby=\"table\">\n<h2 id=\"table\">Parameters</h2>\n<div class=\"wide\"><table>\n<caption><span>Posterior mean, "
            "standard deviation, Monte Carlo error of the mean, quantiles, effective draws for the centre and the tails, R-hat.</span></caption>\n"
            "<thead><tr>");
        for (char const* const name : {"parameter", "mean", "sd", "mcse", "5 %", "median", "95 %", "ESS bulk", "ESS tail", "R-hat"})
            add(fmt::format("<th scope=\"col\">{}</th>", name));
        add("</tr></thead>\n<tbody>\n");
        double const enough = 100 * static_cast<double>(draws_.chains());
        for (std::size_t i = 0; i < std::min(lines_.size(), most_table_rows); ++i) {
            auto const& s = lines_[i];
            add(fmt::format("<tr><th scope=\"row\">{}</th>", html_text(s.name)));
            for (double const value : {s.mean, s.sd, s.mcse_mean, s.q5, s.median, s.q95})
                add(fmt::format("<td>{}</td>", number(value)));
            for (double const size : {s.ess_bulk, s.ess_tail})
                add(fmt::format("<td{}>{:.0f}</td>", size >= enough ? "" : " class=\"bad\"", size));
            add(fmt::format("<td{}>{:.3f}</td></tr>\n", s.r_hat <= 1.01 ? "" : " class=\"bad\"", s.r_hat));
        }
        add("</tbody>\n</table></div>\n");
        if (lines_.size() > most_table_rows)
            add(fmt::format("<p class=\"how\">The first {} of {} parameters; <code>firefly summary</code> has all.</p>\n",
                            most_table_rows, lines_.size()));
        add("</section>\n");
    }

    /// Positions among the lines, those that most need to be looked at first.
    std::vector<std::size_t> worst_first() const {
        std::vector<std::size_t> order(lines_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        auto const badness = [&](std::size_t i) {
            auto const& s = lines_[i];
            // Where R-hat is fine its digits are noise: then the effective draws decide.
            double const r_hat = std::isnan(s.r_hat) ? infinity : s.r_hat;
            return std::tuple(r_hat > 1.01 ? -r_hat : 0.0, std::isnan(s.ess_bulk) ? 0.0 : std::min(s.ess_bulk, s.ess_tail), i);
        };
        std::ranges::sort(order, {}, badness);
        return order;
    }

    chain_series series_of(std::size_t line) const {
        for (auto const& variable : draws_.parameters) {
            if (line < variable.size()) return variable.element(line);
            line -= variable.size();
        }
        return {};
    }

    void figure(std::string const& plot, std::string const& caption) {
        add(fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", plot, caption));
    }

    void legend() {
        add("<p class=\"how\">");
        for (std::size_t c = 0; c < std::min<std::size_t>(8, draws_.chains()); ++c)
            add(fmt::format(
                "<span class=\"key\"><svg viewBox=\"0 0 22 8\" aria-hidden=\"true\"><path class=\"c{}\" d=\"M0 4L22 4\"/></svg> chain {}</span>",
                c, c + 1));
        if (draws_.chains() > 8) add("colours repeat from chain 9 on");
        add("</p>\n");
    }

    void plot_parameters() {
        auto const order = worst_first();
        std::size_t const shown = std::min(order.size(), most_plotted);
        add(fmt::format(
            "<section aria-labelledby=\"plots\">\n<h2 id=\"plots\">Chains</h2>\n<p class=\"how\">{} Traces should look alike and "
            "show no trend; ranks should be flat, within the band that independent draws would keep to; autocorrelations should "
            "fall to zero. Choose a parameter to unfold its plots.</p>\n",
            shown < order.size() ? fmt::format("The {} of {} parameters with the largest R-hat and the fewest effective "
                                               "draws, the worst first.",
                                               shown, order.size())
                                 : "All parameters, those with the largest R-hat and the fewest effective draws first."));
        legend();
        for (std::size_t i = 0; i < shown; ++i) {
            auto const& s = lines_[order[i]];
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

    void plot_work() {
        auto const* const bright = draws_.statistic("n_bright__");
        auto const* const queries = draws_.statistic("n_lik__");
        auto const* const density = draws_.statistic("lp__");
        if (!bright && !queries && !density) return;
        add("<section aria-labelledby=\"work\">\n<h2 id=\"work\">Along the chains</h2>\n");
        legend();
        add("<div class=\"plots\">\n");
        if (bright && fact("updater"))
            figure(trace_plot("Bright data along the chains", bright->chains,
                              find_number(draws_.facts, "expected_bright").value_or(none)),
                   "Bright data; dashed: the forecast");
        if (queries)
            figure(trace_plot("Likelihoods evaluated along the chains", queries->chains, none),
                   "Likelihoods evaluated in an iteration");
        if (density)
            figure(
                trace_plot("Log density along the chains", density->chains, none),
                fact("updater") ? "Log density of parameters and brightness, up to a constant" : "Log density, up to a constant");
        add("</div>\n</section>\n");
    }

    void list_brightest() {
        auto const told = fact("brightest");
        if (!told) return;
        auto const rows = brightest_rows(*told);
        add("<section aria-labelledby=\"bright\">\n<h2 id=\"bright\">The data most often bright</h2>\n");
        if (rows.empty()) {
            add("<p>No datum was bright in any draw that was kept.</p>\n</section>\n");
            return;
        }
        if (rows.front().second < 0.01) add("<p>No row stands out: each was bright in fewer than 1 % of the draws.</p>\n");
        add("<p class=\"how\">A row is bright where the bound does not account for its likelihood: these are the rows with the most influence "
            "on the shape of the posterior. Outliers and mislabelled rows are often among them.</p>\n<div class=\"wide\"><table>\n"
            "<caption><span>Rows of the data, counted from 1 without the header and without rows that were dropped, and the share of draws in which each was bright.</span></caption>\n"
            "<thead><tr><th scope=\"col\">row</th><th scope=\"col\">share of draws</th><th scope=\"col\"></th></tr></thead>\n<tbody>\n");
        for (std::size_t i = 0; i < std::min<std::size_t>(20, rows.size()); ++i)
            add(fmt::format(
                "<tr><th scope=\"row\">{}</th><td>{}</td><td><span class=\"bar\"><span style=\"width:{:.1f}%\"></span></span></td></tr>\n",
                rows[i].first, number(rows[i].second, 3), 100 * rows[i].second / rows.front().second));
        add("</tbody>\n</table></div>\n</section>\n");
    }

    stored_draws const& draws_;
    std::vector<summary> const& lines_;
    std::vector<finding> const& findings_;
    std::string text_;
};

}  // namespace

void write_report(std::string const& path, stored_draws const& draws, std::vector<summary> const& lines,
                  std::vector<finding> const& findings) {
    output_file file(path);
    file.write(page(draws, lines, findings).html());
    file.commit();
    fmt::print("Report: {}\n", path);
}

void report_files(report_options const& options) {
    check_writable(options.output, options.files);
    auto const draws = read_draws(options.files);
    auto const lines = summarise_draws(draws);
    write_report(options.output, draws, lines, find_problems(draws, lines));
}

}  // namespace firefly::program
