/// bench_paper [--smoke] [--share S] [--data FOLDER] [--book FOLDER] PART…: chains of the paper's experiments, and of what goes beyond them.
///
/// Parts: mnist, cifar, flights, molecules, scaling, imbalance; all when none is named. Draws, traces and facts go to a book for each part,
/// from which bench/paper.py makes tables and plots: run it as `./dev bench paper [PART…]`. Real data come from `./dev data`; a part whose data are
/// not there says so and is passed over.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "parts.hpp"

#include "paper.hpp"

using namespace firefly::bench;
using namespace firefly::bench::paper;

int main(int count, char** arguments) {
    settings chosen;
    std::vector<std::string> wanted;
    for (int i = 1; i < count; ++i) {
        std::string const word = arguments[i];
        if (word == "--smoke")
            chosen.smoke = true;
        else if ((word == "--data" || word == "--book") && i + 1 < count)
            (word == "--data" ? chosen.data : chosen.book) = arguments[++i];
        else if (word == "--share" && i + 1 < count)
            chosen.share = std::strtod(arguments[++i], nullptr);
        else
            wanted.push_back(word);
    }
    if (!(chosen.share > 0 && chosen.share <= 1)) {
        std::fprintf(stderr, "bench_paper: --share must lie above 0 and be at most 1\n");
        return 2;
    }
    auto const made = [&](std::string const& name, auto const& run, bool has_data) {
        auto const with_book = [&chosen, name, run] {
            book out(chosen.book / name);
            run(chosen, out);
        };
        return part{name, with_book, has_data ? chosen.data / name : std::filesystem::path()};
    };
    bool const known = run_parts(
        {made("mnist", mnist_part, true), made("cifar", cifar_part, true), made("flights", flights_part, true),
         made("molecules", molecules_part, true), made("scaling", scaling_part, false), made("imbalance", imbalance_part, false)},
        wanted);
    return known ? 0 : 2;
}
