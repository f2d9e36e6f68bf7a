/// The section of a report that says what defines the model.
module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :definition;
import :report_page;

namespace firefly::program {

namespace {

std::string classes_in_words(std::vector<std::string> const& classes, std::string const& reference) {
    constexpr std::size_t most = 20;
    return fmt::format("{}; contrasts are against {}", enumeration(classes, most), reference);
}

std::string number_or_dash(std::string const& number) {
    return number.empty() ? "–" : typeset(number);
}

}  // namespace

void report_page::define_model() {
    auto const definition = definition_of(draws_.facts, thousands::grouped);
    if (definition.empty()) return;
    open_section("model", "What defines the model");
    add("<dl class=\"sentences\">\n");
    for (auto const& [name, value] : definition) add_item(name, value);
    if (found_.contrasts)
        add_item("Classes", classes_in_words(draws_.parameters.front().labels.front(), found_.contrasts->reference()));
    add("</dl>\n");
    list_columns();
    close_section();
}

void report_page::list_columns() {
    auto const& variable = draws_.parameters.front();
    if (variable.dimensions.empty() || variable.dimensions.back() != "feature") return;
    auto const& names = variable.labels.back();
    auto const columns = column_definitions(draws_.facts, names.size());
    if (columns.empty()) return;
    constexpr std::size_t most_unfolded = 20;
    bool const folded = columns.size() > most_unfolded;
    if (folded)
        add(fmt::format("<details><summary><b>Columns</b> · prior, centre and divisor of {}</summary>\n",
                        whole(static_cast<double>(columns.size()))));
    add("<div class=\"wide\"><table class=\"facts\">\n<caption><span>How the columns were changed before they were sampled: less their centre, "
        "and divided by a number; – where they were not. Priors are those of the coefficients on the scale of the data.</span></caption>\n"
        "<thead><tr><th scope=\"col\">column</th><th scope=\"col\">prior</th><th scope=\"col\">centre</th><th scope=\"col\">divided "
        "by</th></tr></thead>\n<tbody>\n");
    for (std::size_t j = 0; j < std::min(columns.size(), most_table_rows); ++j) {
        auto const& [prior, centre, deviation] = columns[j];
        add(fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n", html_name(names[j]),
                        html_text(prior), number_or_dash(centre), number_or_dash(deviation)));
    }
    add("</tbody>\n</table></div>\n");
    if (columns.size() > most_table_rows)
        add(fmt::format("<p class=\"how\">The first {} of {} columns.</p>\n", most_table_rows,
                        whole(static_cast<double>(columns.size()))));
    if (folded) add("</details>\n");
}

}  // namespace firefly::program
