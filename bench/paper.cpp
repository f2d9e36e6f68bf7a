/// bench_paper [--smoke] [--share S] [--data FOLDER] [--book FOLDER] PART…: chains of the paper's experiments, and of what goes beyond them.
///
/// Parts: mnist, cifar, flights, molecules, scaling, imbalance; all when none is named. Draws, traces and facts go to a book for each part,
/// from which bench/paper.py makes tables and plots: run it as `./dev bench paper [PART…]`. Real data come from `./dev data`; a part whose data are
/// not there says so and is passed over.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "paper.hpp"

using namespace firefly::bench;
using namespace firefly::bench::paper;

namespace {

struct part {
    char const* name;
    bool has_data;  // of its name, from `./dev data`
    void (*run)(settings const&, book&);
};

constexpr part parts[] = {{"mnist", true, mnist_part},      {"cifar", true, cifar_part},
                          {"flights", true, flights_part},  {"molecules", true, molecules_part},
                          {"scaling", false, scaling_part}, {"imbalance", false, imbalance_part}};

}  // namespace

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
        else if (std::ranges::find(parts, word, &part::name) != std::end(parts))
            wanted.push_back(word);
        else {
            std::fprintf(stderr, "bench_paper: there is no part '%s'. There are: mnist cifar flights molecules scaling imbalance\n",
                         word.c_str());
            return 2;
        }
    }
    if (!(chosen.share > 0 && chosen.share <= 1)) {
        std::fprintf(stderr, "bench_paper: --share must lie above 0 and be at most 1\n");
        return 2;
    }
    for (part const& p : parts) {
        if (!wanted.empty() && std::ranges::find(wanted, p.name) == wanted.end()) continue;
        if (p.has_data && !std::filesystem::exists(chosen.data / p.name)) {
            std::printf("%s: %s is not there; make it with ./dev data\n", p.name, (chosen.data / p.name).c_str());
            continue;
        }
        std::printf("\n==== %s ====\n", p.name);
        std::fflush(stdout);
        book out(chosen.book / p.name);
        p.run(chosen, out);
    }
}
