/// The section of a report that shows how the model fits the data.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.output;
import :listed_facts;
import :report_page;

namespace firefly::program {

namespace {

constexpr std::string_view how_to_read_bars =
    "Bars hang from the line of what the model expects and are as long as what was observed, on a square-root scale: a bar that ends "
    "above zero has too few data, one that ends below has too many. Of a right model 95 bars of 100 end in the band.";
constexpr std::string_view how_to_read_groups =
    "Data in groups of about the same predicted probability, about ten of equal size: the share that has the class, with two standard "
    "errors to either side, should lie on the dashed line.";
constexpr std::string_view how_to_read_roc =
    "The last curve says how well predictions tell the classes apart: up to the left corner, an area of 1, if without fault; along the dashed line, "
    "an area of ½, if by chance.";

/// Titles and pictures.
using pictures = std::vector<std::pair<std::string, std::string>>;

pictures calibrations(fact_list const& facts, model_kind model, std::vector<std::string> const& classes) {
    pictures result;
    auto const draw = [&](std::size_t i, std::string const& what) {
        std::string const title = "Calibration of " + what;
        if (auto const groups = calibration_of(facts, i); !groups.empty())
            result.emplace_back(title, calibration_plot(title, groups));
    };
    if (predicts_each_class(model)) {
        // Of older runs the facts do not name all classes; the coefficients of a softmax do.
        auto const labels = labels_of(facts);
        auto const& names = labels.empty() ? classes : labels;
        for (std::size_t i = 0; i < names.size(); ++i) draw(i, names[i]);
    } else {
        draw(0, has_trials(model) ? "success" : find_fact(facts, "label_2").value_or("the second class"));
    }
    return result;
}

}  // namespace

void report_page::check_fit() {
    auto const model = model_by_name(fact("model").value_or(""));
    if (!model) return;
    pictures bars;
    if (auto const bins = bins_of(draws_.facts, "count_bins"))
        bars.emplace_back("Counts", rootogram("Counts", *bins, bin_kind::counts));
    if (auto const bins = bins_of(draws_.facts, "residual_bins"))
        bars.emplace_back("Residuals", rootogram("Residuals", *bins, bin_kind::numbers));
    auto const& variable = draws_.parameters.front();
    auto const groups =
        calibrations(draws_.facts, *model, has_weights_by_class(*model) ? variable.labels.front() : std::vector<std::string>());
    auto const roc = roc_of(draws_.facts);
    if (bars.empty() && groups.empty() && roc.empty()) return;
    open_section("checks", "Checks");
    add("<p class=\"how\">How the model fits the data, at the maximum of the posterior.");
    if (!bars.empty()) add(fmt::format(" {}", how_to_read_bars));
    constexpr double few = 10;  // rows for each parameter: residuals are narrower than the noise by √(1 − D/N), a twentieth there
    if (find_fact(draws_.facts, "residual_bins") && rows() < few * static_cast<double>(found_.parameters))
        add(" Here rows are so few for so many parameters that the fit follows some of the noise: even of a right model residuals are "
            "narrower than it.");
    if (!groups.empty()) add(fmt::format(" {}", how_to_read_groups));
    if (!roc.empty()) add(fmt::format(" {}", how_to_read_roc));
    add("</p>\n<div class=\"plots\">\n");
    for (auto const& some : {bars, groups})
        for (auto const& [title, picture] : some) figure(picture, html_text(title));
    if (!roc.empty()) {
        std::string const title = "Receiver operating characteristic";
        figure(roc_plot(title, roc), fmt::format("{}: area {:.3f}", title, roc_area(roc)));
    }
    add("</div>\n");
    close_section();
}

}  // namespace firefly::program
