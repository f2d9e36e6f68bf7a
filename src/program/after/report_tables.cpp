/// The sections of a report that are tables of parameters.
///
/// Numbers have the digits that their Monte Carlo error leaves them, as in `firefly summary`, and their decimal points stand below each other. What
/// a telephone has no room for stands last, and is hidden there.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :report_page;

namespace firefly::program {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t columns = 9;
/// The order in which columns are shown: mean, sd, R-hat and bulk effective draws first.
constexpr std::array<std::size_t, columns> shown_order{0, 1, 8, 6, 2, 3, 4, 5, 7};
constexpr std::size_t shown_on_telephones = 4;

/// Column by column, in the order of `format_table`: mean, sd, mcse, 5 %, median, 95 %, bulk and tail effective draws, R-hat.
std::array<std::vector<std::string>, columns> cells_of(std::span<summary const> lines) {
    std::vector<summary> nameless(lines.begin(), lines.end());
    for (auto& line : nameless) line.name.clear();
    std::istringstream table(format_table(nameless));
    std::string text;
    std::getline(table, text);  // what columns are called
    std::array<std::vector<std::string>, columns> result;
    while (std::getline(table, text)) {
        std::istringstream words(text);
        for (auto& column : result) {
            std::string word;
            words >> word;
            column.push_back(typeset(word));
        }
    }
    for (auto& column : result) align_decimals(column);
    return result;
}

}  // namespace

void report_page::tabulate() {
    open_section("table", "Parameters");
    auto const [common, groups] = common_and_levels();
    auto const of = [&](std::vector<std::size_t> const& lines) {
        std::vector<summary> result;
        for (std::size_t const line : lines) result.push_back(found_.lines[line]);
        return result;
    };
    table(
        of(common), "parameter",
        "Posterior mean and standard deviation, R-hat, effective draws for the centre (ESS)<span class=\"more\">; Monte Carlo error of the "
        "mean, quantiles, effective draws for the tails</span><span class=\"less\">. A wider screen shows quantiles too</span>.");
    for (auto const& levels : groups) {
        add(fmt::format("<details><summary>{}</summary>\n", levels_in_words(levels)));
        auto const shown = shown_levels(levels);
        table(of(shown), "level", "Effects of the levels; columns as above.");
        if (shown.size() < levels.count)
            add(fmt::format(
                "<p class=\"how\">The {} of {} levels whose means are furthest from zero; <code>firefly summary</code> has all.</p>\n",
                shown.size(), whole(static_cast<double>(levels.count))));
        add("</details>\n");
    }
    close_section();
}

void report_page::tabulate_contrasts() {
    if (!found_.contrasts) return;
    std::string const reference = html_text(found_.contrasts->reference());
    open_section("contrasts", fmt::format("Contrasts against {}", reference));
    add(fmt::format(
        "<p class=\"how\">When a column grows by one, the odds of a class against {} change by a factor of exp(contrast). "
        "Contrasts are what the data say about the classes; single weights also depend on the prior.</p>\n",
        reference));
    table(found_.of_contrasts(), "contrast", fmt::format("Weights of a class less those of {}; columns as above.", reference));
    close_section();
}

void report_page::table(std::span<summary const> lines, std::string_view kind, std::string_view caption) {
    if (lines.empty()) return;
    constexpr std::size_t most_unfolded = 60;
    bool const folded = kind != "level" && lines.size() > most_unfolded;  // levels are folded already
    if (folded) add(fmt::format("<details><summary>Table of {} {}s</summary>\n", whole(static_cast<double>(lines.size())), kind));
    std::size_t const shown = std::min(lines.size(), most_table_rows);
    auto const style = [](std::size_t place) { return place < shown_on_telephones ? ""sv : "more"sv; };
    add(fmt::format(
        "<div class=\"wide\"><table class=\"lines\">\n<caption><span>{}</span></caption>\n<thead><tr><th scope=\"col\">{}</th>",
        caption, kind));
    constexpr std::array<std::string_view, columns> names{"mean", "sd",  "mcse",     "5 %",  "median",
                                                          "95 %", "ESS", "ESS tail", "R-hat"};
    for (std::size_t i = 0; i < columns; ++i)
        add(fmt::format("<th scope=\"col\"{}>{}</th>", style(i).empty() ? "" : " class=\"more\"", names[shown_order[i]]));
    add("</tr></thead>\n<tbody>\n");
    double const enough = 100 * static_cast<double>(draws_.chains());
    auto const cells = cells_of(lines.first(shown));
    for (std::size_t row = 0; row < shown; ++row) {
        auto const& line = lines[row];
        std::array<bool, columns> bad{};
        bad[6] = !(line.ess_bulk >= enough);
        bad[7] = !(line.ess_tail >= enough);
        bad[8] = !(line.r_hat <= 1.01);
        add(fmt::format("<tr><th scope=\"row\">{}</th>", html_name(line.name)));
        for (std::size_t i = 0; i < columns; ++i) {
            std::string classes(style(i));
            if (bad[shown_order[i]]) classes += classes.empty() ? "bad" : " bad";
            add(fmt::format("<td{}>{}</td>", classes.empty() ? "" : fmt::format(" class=\"{}\"", classes),
                            cells[shown_order[i]][row]));
        }
        add("</tr>\n");
    }
    add("</tbody>\n</table></div>\n");
    if (lines.size() > shown)
        add(fmt::format("<p class=\"how\">The first {} of {} {}s; <code>firefly summary</code> has all.</p>\n", shown,
                        whole(static_cast<double>(lines.size())), kind));
    if (folded) add("</details>\n");
}

}  // namespace firefly::program
