/// bench_models [PART…]: models with more in θ than coefficients. Parts: noise, nu; strong, weak, factor (groups); levels (thousands of
/// groups), million, peers (from a file of 10⁶ rows to draws, by the program, and NUTS of NumPyro beside it); all when none is named.
///
/// Figures of parts that were not run stay in the file. Data lie in a folder of their own below TMPDIR that goes away afterwards.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models.hpp"
#include "parts.hpp"
#include "records.hpp"

using namespace firefly::bench;
using namespace firefly::bench::models;

int main(int count, char** arguments) {
    std::vector<std::string> const wanted(arguments + 1, arguments + count);
    bool const with_peers = wanted.empty() || std::ranges::find(wanted, "peers") != wanted.end();
    if (with_peers && !std::getenv("FIREFLY_PEERS")) {
        std::fprintf(stderr, "bench_models: FIREFLY_PEERS must name an environment with NumPyro; ./dev bench models makes one\n");
        return 2;
    }
    auto const folder = std::filesystem::temp_directory_path() / ("firefly_bench_models_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    records figures("models");
    std::optional<double> seconds;
    auto const million = [&] { seconds = million_part(figures, folder); };
    auto const peers = [&] {
        if (!seconds) million();
        peers_part(figures, folder, *seconds);
    };
    int code = 0;
    try {
        bool const known = run_parts({{"noise", [&] { noise_part(figures); }},
                                      {"nu", [&] { nu_part(figures); }},
                                      {"strong", [&] { strong_part(figures); }},
                                      {"weak", [&] { weak_part(figures); }},
                                      {"factor", [&] { factor_part(figures); }},
                                      {"levels", [&] { levels_part(figures, folder); }},
                                      {"million", million},
                                      {"peers", peers}},
                                     wanted);
        code = !known ? 2 : figures.finish("bench/results", wanted.empty() ? others::go : others::stay) ? 0 : 1;
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "bench_models: %s\n", failure.what());
        code = 2;
    }
    std::filesystem::remove_all(folder);
    return code;
}
