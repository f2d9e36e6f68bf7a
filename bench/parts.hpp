/// The parts of a benchmark, which can be named on the command line.
#pragma once

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace firefly::bench {

struct part {
    std::string name;
    std::function<void()> run;
    std::filesystem::path data = {};  // the folder of `./dev data` that it needs, if any
};

/// Runs those that are named, all when none is. One whose data are not there says so and is passed over. False, with a line that says why and
/// before anything is run, where a name is no part's.
inline bool run_parts(std::vector<part> const& parts, std::vector<std::string> const& wanted) {
    for (std::string const& word : wanted)
        if (std::ranges::find(parts, word, &part::name) == parts.end()) {
            std::fprintf(stderr, "there is no part '%s'. There are:", word.c_str());
            for (part const& p : parts) std::fprintf(stderr, " %s", p.name.c_str());
            std::fprintf(stderr, "\n");
            return false;
        }
    for (part const& p : parts) {
        if (!wanted.empty() && std::ranges::find(wanted, p.name) == wanted.end()) continue;
        if (!p.data.empty() && !std::filesystem::exists(p.data)) {
            std::printf("%s: %s is not there; make it with ./dev data\n", p.name.c_str(), p.data.c_str());
            continue;
        }
        std::printf("\n==== %s ====\n", p.name.c_str());
        std::fflush(stdout);
        p.run();
    }
    return true;
}

}  // namespace firefly::bench
