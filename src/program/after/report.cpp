module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ctime>
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
import firefly.program.input;
import firefly.program.output;
import :report_page;
import :report_style;

namespace firefly::program {

namespace {

std::string now() {
    std::time_t const seconds = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/// Whether these are the coefficients of the levels of a group.
bool is_group(stored_variable const& variable) {
    return !variable.dimensions.empty() && variable.dimensions.back() == variable.name + "_level";
}

}  // namespace

std::string report_page::html() {
    std::string const model = fact("model").value_or("");
    std::string const title = html_text(model.empty() ? "Draws" : fmt::format("{} regression", capital(model)));
    plot_intervals();
    warn();
    tabulate();
    tabulate_contrasts();
    plot_chains();
    plot_pairs();
    plot_priors();
    check_fit();
    plot_work();
    compare();
    list_brightest();
    define_model();
    describe_run();
    std::string const sections = std::exchange(text_, "");

    add(fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>{0} – firefly</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        title, report_style));
    introduce();
    add("<nav aria-label=\"Contents\">");
    for (auto const& [id, heading] : contents_) add(fmt::format("<a href=\"#{}\">{}</a>", id, heading));
    add("</nav>\n");
    add(sections);
    add(fmt::format(
        "<footer>Made by firefly {} on {}. <span class=\"whole\">R-hat</span> and effective sample sizes: Vehtari, Gelman, Simpson, Carpenter and Bürkner "
        "(2021).</footer>\n</main>\n</body>\n</html>\n",
        FIREFLY_VERSION, now()));
    return std::move(text_);
}

void report_page::open_section(std::string_view id, std::string_view heading) {
    contents_.emplace_back(id, heading);
    add(fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", id, heading));
}

void report_page::figure(std::string const& plot, std::string const& caption) {
    add(fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", plot, caption));
}

chain_series report_page::series_of(std::size_t line) const {
    if (line >= found_.parameters) return found_.contrasts->draws(line - found_.parameters);
    for (auto const& variable : draws_.parameters) {
        if (line < variable.size()) return variable.element(line);
        line -= variable.size();
    }
    return {};
}

std::pair<std::vector<std::size_t>, std::vector<report_page::level_lines>> report_page::common_and_levels() const {
    std::vector<std::size_t> common;
    std::vector<level_lines> groups;
    std::size_t first = 0;
    for (auto const& variable : draws_.parameters) {
        std::size_t const count = variable.size();
        if (is_group(variable))
            groups.push_back({&variable, first, count});
        else
            for (std::size_t i = 0; i < count; ++i) common.push_back(first + i);
        first += count;
    }
    return {common, groups};
}

std::vector<std::size_t> report_page::shown_levels(level_lines const& levels) const {
    std::vector<std::size_t> result(levels.count);
    std::iota(result.begin(), result.end(), levels.first);
    if (levels.count <= most_table_rows) return result;
    std::vector<double> sizes;
    for (std::size_t const line : result) sizes.push_back(std::abs(found_.lines[line].mean));
    for (double& size : sizes)
        if (std::isnan(size)) size = 0;
    std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(most_table_rows), std::ranges::greater());
    std::erase_if(result,
                  [&, least = sizes[most_table_rows]](std::size_t line) { return !(std::abs(found_.lines[line].mean) > least); });
    return result;
}

std::string report_page::levels_in_words(level_lines const& levels) const {
    auto const own = std::span(found_.lines).subspan(levels.first, levels.count);
    auto const [low, high] = std::ranges::minmax_element(own, {}, &summary::mean);
    return fmt::format("<b>{}</b> · {} levels, from {} ({}) to {} ({})", html_name(levels.group->name),
                       whole(static_cast<double>(levels.count)), html_name(low->name), number(low->mean), html_name(high->name),
                       number(high->mean));
}

void write_report(std::string const& path, stored_draws const& draws, draw_summary const& found,
                  std::vector<finding> const& findings) {
    write_file(path, report_page(draws, found, findings).html());
}

void report_files(report_options const& options) {
    check_writable(options.output, options.files);
    auto const draws = read_draws(options.files);
    auto const found = summarise_with_contrasts(draws, options.reference);
    write_report(options.output, draws, found, find_problems(draws, found));
    say(fmt::format("Report: {}\n", options.output));
}

}  // namespace firefly::program
