/// Config files of `sample`, on bytes that libFuzzer makes up: they give options or are refused in a line.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"

import firefly;
import firefly.program.input;

std::vector<std::string> seeds() {
    return {"data = \"x.csv\"\ntarget = y\ndraws = 5000\nchains = 2\n",
            "[sample]\nmodel = 'softmax'\nfeatures = [\"a\", \"b\"]\nstandardize = true # comment\n",
            "kernel=mala\nregion=none\nprior-scale=auto\nseed=18446744073709551615\nmax-time=1h30m\n",
            "one-hot = a b\nmissing = drop\nno-intercept\nanchor = none\nupdater = sweep\ncandidates = 0.5\nthin = 3\n"};
}

void try_input(std::string_view input) {
    static memory_file const file;
    std::string const path = file.write(input);
    try {
        firefly::program::read_command_line({"sample", "--data=x.csv", "--config", path}, 2);
    } catch (firefly::error const& refusal) { require_one_line(refusal.what(), ""); }
}
