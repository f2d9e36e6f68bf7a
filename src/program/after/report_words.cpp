/// The sections of a report that are words: what is wrong, what was run, what was forecast, and the rows that stand out.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

namespace {

/// The values of all chains, separated by commas.
std::string side_by_side(std::string fact) {
    for (auto at = fact.find(between_chains); at != std::string::npos; at = fact.find(between_chains))
        fact.replace(at, between_chains.size(), ", ");
    return fact;
}

/// What files call it, for people.
std::string algorithm_in_words(std::string const& algorithm) {
    return algorithm == "flymc" ? "Firefly Monte Carlo" : algorithm == "regular" ? "regular MCMC" : algorithm;
}

/// Rows that are bright in at least a hundredth of the draws, and three times as often as the fiftieth: what one of many is.
std::vector<std::pair<std::uint64_t, double>> standing_out(std::vector<std::pair<std::uint64_t, double>> rows) {
    constexpr std::size_t kept = 50;
    constexpr double least = 0.01, times = 3;
    double const usual = rows.size() < kept ? 0 : rows[kept - 1].second;
    std::erase_if(rows, [&](auto const& row) { return !(row.second >= least && row.second >= times * usual); });
    return rows;
}

}  // namespace

void report_page::introduce() {
    std::string lead;
    if (auto const target = fact("target"))
        lead = fmt::format("{} explained{}. ", *target, fact("rows") ? fmt::format(" by {} rows", typeset(*fact("rows"))) : "");
    auto const count = [](std::size_t n) { return whole(static_cast<double>(n)); };
    lead += fmt::format("{} parameter{}, {} chain{} of {} draws{}.", count(found_.parameters), found_.parameters == 1 ? "" : "s",
                        count(draws_.chains()), draws_.chains() == 1 ? "" : "s", count(draws_.length()),
                        fact("kernel") ? ", kernel " + *fact("kernel") : "");
    if (!draws_.cut.empty()) lead += " " + draws_.cut;
    add(fmt::format("<p class=\"lead\">{}</p>\n", html_text(lead)));
    auto const warnings =
        std::ranges::count_if(findings_, [](finding const& one) { return one.how == finding::severity::warning; });
    if (warnings > 0)
        add(fmt::format("<p class=\"verdict bad\">{} below: <a href=\"#warnings\">read {} first</a>.</p>\n",
                        warnings == 1 ? "One warning" : fmt::format("{} warnings", warnings), warnings == 1 ? "it" : "them"));
    else
        add("<p class=\"verdict\">No problems found: the chains agree, and effective draws are enough.</p>\n");
}

void report_page::warn() {
    open_section("warnings", "Is anything wrong?");
    if (findings_.empty())
        add("<div class=\"finding good\"><strong>No problems found.</strong> The chains agree, and effective draws are enough.</div>\n");
    for (auto const& one : findings_) {
        bool const warning = one.how == finding::severity::warning;
        add(fmt::format("<div class=\"finding{}\"><strong>{}:</strong> {} {}</div>\n", warning ? "" : " note",
                        warning ? "Warning" : "Note", html_with_options(one.what), html_with_options(one.remedy)));
    }
    close_section();
}

void report_page::describe_run() {
    open_section("run", "What was run");
    add("<dl>\n");
    auto const known = [&](std::string const& name, std::string_view key) { add_item(name, fact(key).value_or("")); };
    auto const count = [](std::size_t n) { return whole(static_cast<double>(n)); };
    add_item("Parameters", count(found_.parameters));
    add_item("Algorithm", algorithm_in_words(fact("algorithm").value_or("")));
    known("Kernel", "kernel");
    known("Bound", "bound");
    known("Brightness update", "updater");
    known("Seed", "seed");
    add_item("Chains and draws", fmt::format("{} × {}", count(draws_.chains()), count(draws_.length())));
    add_item("Warm-up", typeset(fact("num_warmup").value_or("")));
    known("Thinning", "thin");
    auto const seconds = [&](std::vector<double> const& of) {
        return of.empty() ? "" : fmt::format("{} s in all chains", number(std::accumulate(of.begin(), of.end(), 0.0), 3));
    };
    add_item("Time for warm-up", seconds(draws_.warm_up_seconds));
    add_item("Time for sampling", seconds(draws_.sampling_seconds));
    add("</dl>\n");
    if (auto const plan = fact("plan")) add(fmt::format("<p class=\"how\">{}</p>\n", html_text(*plan)));
    close_section();
}

void report_page::compare() {
    if (!fact("updater")) return;
    open_section("forecast", "Forecast and observation");
    add("<div class=\"wide\"><table class=\"facts\">\n"
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
    add("</tbody>\n</table></div>\n");
    close_section();
}

void report_page::list_brightest() {
    auto const told = fact("brightest");
    if (!told) return;
    auto const rows = standing_out(brightest_rows(*told));
    if (rows.empty()) return;
    open_section("bright", "The data most often bright");
    add("<p class=\"how\">A row is bright where the bound does not account for its likelihood: these are the rows with the most influence "
        "on the shape of the posterior. Outliers and mislabelled rows are often among them.</p>\n<div class=\"wide\"><table class=\"facts\">\n"
        "<caption><span>Rows of the data that stand out, counted from 1 without the header and without rows that were dropped, and the "
        "share of draws in which each was bright.</span></caption>\n"
        "<thead><tr><th scope=\"col\">row</th><th scope=\"col\">share of draws</th><th scope=\"col\"></th></tr></thead>\n<tbody>\n");
    for (std::size_t i = 0; i < std::min<std::size_t>(20, rows.size()); ++i)
        add(fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{:.3f}</td><td><span class=\"bar\"><span style=\"width:{:.1f}%\"></span></span></td></tr>\n",
            typeset(fmt::format("{}", rows[i].first)), rows[i].second, 100 * rows[i].second / rows.front().second));
    add("</tbody>\n</table></div>\n");
    close_section();
}

}  // namespace firefly::program
