/// The section of a report that says what defines the model.
module;
#include <algorithm>
#include <cstddef>
#include <string>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :definition;
import :report_page;

namespace firefly::program {

void report_page::define_model() {
    auto const definition = definition_of(draws_.facts);
    if (definition.empty()) return;
    add("<section aria-labelledby=\"model\">\n<h2 id=\"model\">What defines the model</h2>\n<dl>\n");
    for (auto const& [name, value] : definition) add_item(name, value);
    add("</dl>\n");
    list_columns();
    add("</section>\n");
}

void report_page::list_columns() {
    auto const& variable = draws_.parameters.front();
    if (variable.dimensions.empty() || variable.dimensions.back() != "feature") return;
    auto const& names = variable.labels.back();
    auto const columns = column_definitions(draws_.facts, names.size());
    if (columns.empty()) return;
    add("<div class=\"wide\"><table>\n<caption><span>How the columns were changed before they were sampled: less their centre, and divided by a number; – where "
        "they were not. Priors are those of the coefficients on the scale of the data.</span></caption>\n"
        "<thead><tr><th scope=\"col\">column</th><th scope=\"col\">prior</th><th scope=\"col\">centre</th><th scope=\"col\">divided "
        "by</th></tr></thead>\n<tbody>\n");
    for (std::size_t j = 0; j < std::min(columns.size(), most_table_rows); ++j) {
        auto const& [prior, centre, deviation] = columns[j];
        add(fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n", html_text(names[j]),
                        html_text(prior), centre.empty() ? "–" : centre, deviation.empty() ? "–" : deviation));
    }
    add("</tbody>\n</table></div>\n");
    if (columns.size() > most_table_rows)
        add(fmt::format("<p class=\"how\">The first {} of {} columns.</p>\n", most_table_rows, columns.size()));
}

}  // namespace firefly::program
