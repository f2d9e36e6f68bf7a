/// Draws in Stan CSV, of one chain or two, on bytes that libFuzzer makes up: what is accepted fits together, what is refused is refused in a line.
///
/// The byte 0x1e parts the files of two chains.
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "support/few_draws.hpp"

import firefly.core;
import firefly.draws;

namespace {

constexpr char separator = '\x1e';

/// One chain of them, as our writer writes it.
std::string chain_of(firefly::stored_draws draws, std::size_t chain) {
    for (auto* const variables : {&draws.parameters, &draws.statistics})
        for (auto& variable : *variables) variable.chains = {variable.chains[chain]};
    return written([&](std::string const& path) { write_stan_csv(path, draws); });
}

}  // namespace

std::vector<std::string> seeds() {
    auto draws = few_draws();
    draws.facts = {{"model", "logistic"}, {"seed", "7"}, {"label_1", "no"}};
    auto array = few_draws();
    array.parameters[0] = {
        .name = "W", .dimensions = {"class", "feature"}, .labels = {{"a", "b"}, {"x"}}, .chains = {{1, 2, 3, 4}, {5, 6, 7, 8}}};
    // As CmdStan writes it: rows of warm-up, no facts.
    std::string const foreign =
        "# num_samples = 1\n# num_warmup = 1\n# save_warmup = true\nlp__,accept_stat__,theta.1,theta.2\n-1,1,0.5,inf\n"
        "# Adaptation terminated\n# Step size = 0.5\n-2,1,nan,1e-310\n#  Elapsed Time: 0.1 seconds (Warm-up)\n#                0.2 seconds (Sampling)\n";
    return {chain_of(draws, 0), chain_of(draws, 0) + separator + chain_of(draws, 1), chain_of(array, 0), foreign};
}

void try_input(std::string_view input) {
    static memory_file const first, second;
    auto const middle = input.find(separator);
    std::vector<std::filesystem::path> paths{first.write(input.substr(0, middle))};
    if (middle != std::string_view::npos) paths.emplace_back(second.write(input.substr(middle + 1)));
    try {
        auto const draws = firefly::read_stan_csv(paths);
        draws.check();
        require(draws.chains() == paths.size(), "a chain for each file");
        for (auto const& variable : draws.parameters)
            for (std::size_t i = 0; i < variable.size(); ++i) require(!variable.element_name(i).empty(), "a name for each element");
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), "/proc/self/fd/"); }
}
