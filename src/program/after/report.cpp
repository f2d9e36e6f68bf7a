module;
#include <array>
#include <cstddef>
#include <ctime>
#include <string>
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

}  // namespace

std::string report_page::html() {
    std::string const model = fact("model").value_or("");
    std::string const title = model.empty() ? "Draws" : fmt::format("{} regression", capital(model));
    text_ = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} – firefly</title>\n<style>{1}</style>\n"
        "</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        html_text(title), report_style);
    introduce();
    warn();
    define_model();
    describe_run();
    compare();
    tabulate();
    tabulate_contrasts();
    check_fit();
    plot_parameters();
    plot_work();
    list_brightest();
    add(fmt::format(
        "<footer>Made by firefly {} on {}. R-hat and effective sample sizes: Vehtari, Gelman, Simpson, Carpenter and Bürkner "
        "(2021).</footer>\n</main>\n</body>\n</html>\n",
        FIREFLY_VERSION, now()));
    return std::move(text_);
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
