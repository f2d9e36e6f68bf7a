/// The page of a report, section by section.
module;
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after:report_page;

import firefly.external;
import firefly;
import firefly.program.output;
import :findings;
import :summary;

namespace firefly::program {

inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Holds references to its arguments.
class report_page {
public:
    report_page(stored_draws const& draws, draw_summary const& found, std::vector<finding> const& findings)
        : draws_(draws), found_(found), findings_(findings) {}

    std::string html();

private:
    /// The lines of a variable's elements: its levels, if it is a group.
    struct level_lines {
        stored_variable const* group;
        std::size_t first, count;  // among the lines
    };

    // ---- words: report_words.cpp ----

    void introduce();
    void warn();
    void describe_run();
    void compare();
    /// Where some rows are bright much more often than others.
    void list_brightest();

    // ---- tables: report_tables.cpp ----

    void tabulate();
    /// Of a softmax.
    void tabulate_contrasts();
    /// A table of at most 500 lines.
    void table(std::span<summary const> lines, std::string_view kind, std::string_view caption);

    // ---- intervals of all parameters: report_forest.cpp ----

    void plot_intervals();
    /// Below each other; folded where there are many. `kind` is what one of them is called.
    void forest(std::vector<std::size_t> const& lines, std::string const& kind);
    void strips(std::vector<std::size_t> const& lines, std::vector<posterior_interval> const& intervals, strip_axis const& axis);

    // ---- the model: report_model.cpp ----

    void define_model();
    void list_columns();

    // ---- how the model fits: report_checks.cpp ----

    void check_fit();

    // ---- chains: report_chains.cpp ----

    void plot_chains();
    void plot_work();
    void legend();
    /// Indices of the lines, worst first.
    std::vector<std::size_t> worst_first() const;

    // ---- pairs of parameters: report_pairs.cpp ----

    void plot_pairs();

    // ---- prior and posterior: report_priors.cpp ----

    void plot_priors();

    // ---- for all sections: report.cpp ----

    static constexpr std::size_t most_table_rows = 500;  // of parameters and of columns

    void add(std::string_view text) { text_ += text; }
    /// An entry of a list of names and values, unless there is no value.
    void add_item(std::string const& name, std::string const& value) {
        if (!value.empty()) add(fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(name), html_with_options(value)));
    }
    void open_section(std::string_view id, std::string_view heading);
    void close_section() { add("</section>\n"); }
    void figure(std::string const& plot, std::string const& caption);

    chain_series series_of(std::size_t line) const;
    /// Lines of parameters that are no levels of a group, and the groups.
    std::pair<std::vector<std::size_t>, std::vector<level_lines>> common_and_levels() const;
    /// Of the levels of a group: all, or of very many those whose means are furthest from zero.
    std::vector<std::size_t> shown_levels(level_lines const& levels) const;
    /// What folded levels are called.
    std::string levels_in_words(level_lines const& levels) const;

    std::optional<std::string> fact(std::string_view key) const { return find_fact(draws_.facts, key); }
    double mean(std::string_view name) const { return mean_statistic(draws_, name).value_or(none); }
    double rows() const { return find_number(draws_.facts, "rows").value_or(none); }
    static std::string number(double value, int digits = 4) { return typeset(fmt::format("{:.{}g}", value, digits)); }
    /// A whole number.
    static std::string whole(double value) { return typeset(fmt::format("{:.0f}", value)); }

    stored_draws const& draws_;
    draw_summary const& found_;
    std::vector<finding> const& findings_;
    std::string text_;
    std::vector<std::pair<std::string, std::string>> contents_;  // ids and headings of sections
};

}  // namespace firefly::program
