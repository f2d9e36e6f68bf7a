/// The sections of a report that are words and tables.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.setup;
import firefly.program.output;
import :report_page;

namespace firefly::program {

using namespace std::string_view_literals;

namespace {

/// The values of all chains, separated by commas.
std::string side_by_side(std::string fact) {
    for (auto at = fact.find(between_chains); at != std::string::npos; at = fact.find(between_chains))
        fact.replace(at, between_chains.size(), ", ");
    return fact;
}

/// Whether these are the coefficients of the levels of a group.
bool is_group(stored_variable const& variable) {
    return !variable.dimensions.empty() && variable.dimensions.back() == variable.name + "_level";
}

}  // namespace

void report_page::introduce() {
    std::string lead = describe(draws_);
    if (auto const target = fact("target"))
        lead = fmt::format("{} explained{}. ", *target, fact("rows") ? fmt::format(" by {} rows", *fact("rows")) : "") + lead;
    add(fmt::format("<p class=\"lead\">{}</p>\n", html_text(lead)));
}

void report_page::warn() {
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

void report_page::describe_run() {
    add("<section aria-labelledby=\"run\">\n<h2 id=\"run\">What was run</h2>\n<dl>\n");
    auto const known = [&](std::string const& name, std::string_view key) { add_item(name, fact(key).value_or("")); };
    add_item("Parameters", fmt::format("{}", found_.parameters));
    known("Algorithm", "algorithm");
    known("Kernel", "kernel");
    known("Bound", "bound");
    known("Brightness update", "updater");
    known("Seed", "seed");
    add_item("Chains and draws", fmt::format("{} × {}", draws_.chains(), draws_.length()));
    known("Warm-up", "num_warmup");
    known("Thinning", "thin");
    auto const seconds = [&](std::vector<double> const& of) {
        return of.empty() ? "" : fmt::format("{:.3g} s in all chains", std::accumulate(of.begin(), of.end(), 0.0));
    };
    add_item("Time for warm-up", seconds(draws_.warm_up_seconds));
    add_item("Time for sampling", seconds(draws_.sampling_seconds));
    add("</dl>\n");
    if (auto const plan = fact("plan")) add(fmt::format("<p class=\"how\">{}</p>\n", html_text(*plan)));
    add("</section>\n");
}

void report_page::compare() {
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

void report_page::tabulate() {
    add("<section aria-labelledby=\"table\">\n<h2 id=\"table\">Parameters</h2>\n");
    std::span<summary const> const all = found_.of_parameters();
    std::vector<summary> common;  // coefficients and scales: what is not of a single level
    std::vector<std::pair<stored_variable const*, std::span<summary const>>> groups;
    std::size_t first = 0;
    for (auto const& variable : draws_.parameters) {
        auto const own = all.subspan(first, variable.size());
        first += own.size();
        if (is_group(variable))
            groups.emplace_back(&variable, own);
        else
            common.insert(common.end(), own.begin(), own.end());
    }
    table(
        common, "parameter",
        "Posterior mean, standard deviation, Monte Carlo error of the mean, quantiles, effective draws for the centre and the tails, R-hat.");
    for (auto const& [group, lines] : groups) fold_levels(*group, lines);
    add("</section>\n");
}

void report_page::fold_levels(stored_variable const& group, std::span<summary const> lines) {
    auto const [low, high] = std::ranges::minmax_element(lines, {}, &summary::mean);
    add(fmt::format("<details><summary><b>{}</b> · {} levels, from {} ({}) to {} ({})</summary>\n", html_text(group.name),
                    lines.size(), html_text(low->name), number(low->mean), html_text(high->name), number(high->mean)));
    std::vector<summary> shown(lines.begin(), lines.end());
    if (lines.size() > most_table_rows) {
        std::vector<double> sizes;
        for (auto const& line : lines) sizes.push_back(std::abs(line.mean));
        std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(most_table_rows), std::ranges::greater());
        std::erase_if(shown, [least = sizes[most_table_rows]](summary const& line) { return !(std::abs(line.mean) > least); });
    }
    table(shown, "level", "Effects of the levels; columns as above.");
    if (shown.size() < lines.size())
        add(
            fmt::format("<p class=\"how\">The {} of {} levels whose means are furthest from zero; <code>firefly summary</code> has "
                        "all.</p>\n",
                        shown.size(), lines.size()));
    add("</details>\n");
}

void report_page::tabulate_contrasts() {
    if (!found_.contrasts) return;
    std::string const reference = html_text(found_.contrasts->reference());
    add(fmt::format(
        "<section aria-labelledby=\"contrasts\">\n<h2 id=\"contrasts\">Contrasts against {}</h2>\n"
        "<p class=\"how\">When a column grows by one, the odds of a class against {} change by a factor of exp(contrast). Contrasts "
        "are what the data say about the classes; single weights also depend on the prior.</p>\n",
        reference, reference));
    table(found_.of_contrasts(), "contrast", fmt::format("Weights of a class less those of {}; columns as above.", reference));
    add("</section>\n");
}

void report_page::table(std::span<summary const> lines, std::string_view kind, std::string_view caption) {
    add(fmt::format("<div class=\"wide\"><table>\n<caption><span>{}</span></caption>\n<thead><tr>", caption));
    for (std::string_view const name :
         {kind, "mean"sv, "sd"sv, "mcse"sv, "5 %"sv, "median"sv, "95 %"sv, "ESS bulk"sv, "ESS tail"sv, "R-hat"sv})
        add(fmt::format("<th scope=\"col\">{}</th>", name));
    add("</tr></thead>\n<tbody>\n");
    double const enough = 100 * static_cast<double>(draws_.chains());
    for (auto const& s : lines.first(std::min(lines.size(), most_table_rows))) {
        add(fmt::format("<tr><th scope=\"row\">{}</th>", html_text(s.name)));
        for (double const value : {s.mean, s.sd, s.mcse_mean, s.q5, s.median, s.q95})
            add(fmt::format("<td>{}</td>", number(value)));
        for (double const size : {s.ess_bulk, s.ess_tail})
            add(fmt::format("<td{}>{:.0f}</td>", size >= enough ? "" : " class=\"bad\"", size));
        add(fmt::format("<td{}>{:.3f}</td></tr>\n", s.r_hat <= 1.01 ? "" : " class=\"bad\"", s.r_hat));
    }
    add("</tbody>\n</table></div>\n");
    if (lines.size() > most_table_rows)
        add(fmt::format("<p class=\"how\">The first {} of {} {}s; <code>firefly summary</code> has all.</p>\n", most_table_rows,
                        lines.size(), kind));
}

void report_page::list_brightest() {
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

}  // namespace firefly::program
