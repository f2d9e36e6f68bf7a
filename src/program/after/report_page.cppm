/// The page of a report, section by section.
module;
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    // ---- words and tables: report_tables.cpp ----

    void introduce();
    void warn();
    void describe_run();
    void compare();
    void tabulate();
    /// Of a softmax.
    void tabulate_contrasts();
    /// The levels of a group, folded away: there may be thousands of them.
    void fold_levels(stored_variable const& group, std::span<summary const> lines);
    /// A table of at most 500 lines.
    void table(std::span<summary const> lines, std::string_view kind, std::string_view caption);
    void list_brightest();

    // ---- the model: report_model.cpp ----

    void define_model();
    void list_columns();

    // ---- how the model fits: report_checks.cpp ----

    void check_fit();

    // ---- plots: report_plots.cpp ----

    void plot_parameters();
    void plot_work();
    void figure(std::string const& plot, std::string const& caption);
    void legend();
    /// Indices of the lines, worst first.
    std::vector<std::size_t> worst_first() const;
    chain_series series_of(std::size_t line) const;

    // ---- for all sections ----

    static constexpr std::size_t most_table_rows = 500;  // of parameters and of columns

    void add(std::string_view text) { text_ += text; }
    /// An entry of a list of names and values, unless there is no value.
    void add_item(std::string const& name, std::string const& value) {
        constexpr std::size_t narrow = 90;  // bytes that a column has room for; what is longer has a line of its own
        if (!value.empty())
            add(fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", value.size() > narrow ? " class=\"long\"" : "",
                            html_text(name), html_text(value)));
    }
    std::optional<std::string> fact(std::string_view key) const { return find_fact(draws_.facts, key); }
    double mean(std::string_view name) const { return mean_statistic(draws_, name).value_or(none); }
    double rows() const { return find_number(draws_.facts, "rows").value_or(none); }
    static std::string number(double value, int digits = 4) {
        return std::isnan(value) ? "–" : fmt::format("{:.{}g}", value, digits);
    }

    stored_draws const& draws_;
    draw_summary const& found_;
    std::vector<finding> const& findings_;
    std::string text_;
};

}  // namespace firefly::program
