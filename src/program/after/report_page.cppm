/// The page of a report, section by section.
module;
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after:report_page;

import firefly.external;
import firefly;
import firefly.program.output;
import :findings;

namespace firefly::program {

inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Refers to what it is made of.
class report_page {
public:
    report_page(stored_draws const& draws, std::vector<summary> const& lines, std::vector<finding> const& findings)
        : draws_(draws), lines_(lines), findings_(findings) {}

    std::string html();

private:
    // ---- words and tables: report_tables.cpp ----

    void introduce();
    void warn();
    void describe_run();
    void compare();
    void tabulate();
    void list_brightest();

    // ---- plots: report_plots.cpp ----

    void plot_parameters();
    void plot_work();
    void figure(std::string const& plot, std::string const& caption);
    void legend();
    /// Positions among the lines, those that most need to be looked at first.
    std::vector<std::size_t> worst_first() const;
    chain_series series_of(std::size_t line) const;

    // ---- what all sections use ----

    void add(std::string_view text) { text_ += text; }
    std::optional<std::string> fact(std::string_view key) const { return find_fact(draws_.facts, key); }
    double mean(std::string_view name) const { return mean_statistic(draws_, name).value_or(none); }
    double rows() const { return find_number(draws_.facts, "rows").value_or(none); }
    static std::string number(double value, int digits = 4) {
        return std::isnan(value) ? "–" : fmt::format("{:.{}g}", value, digits);
    }

    stored_draws const& draws_;
    std::vector<summary> const& lines_;
    std::vector<finding> const& findings_;
    std::string text_;
};

}  // namespace firefly::program
