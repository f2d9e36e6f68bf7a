/// What a run is made of, as far as its outputs tell: known after set-up, and kept in its checkpoint.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

export module firefly.program.run:description;

import firefly;

namespace firefly::program {

export struct run_description {
    std::uint64_t rows = 0;
    std::uint64_t data_hash = 0;
    std::uint64_t fingerprint = 0;     // of data, settings and what set-up found: see `fingerprint_of`
    std::vector<std::string> names;    // of the parameters, as people call them
    std::vector<std::string> columns;  // of the data
    std::string target;                // what its column is called
    std::vector<std::string> classes;  // what a softmax has weights for; empty for other models
    std::string bound, kernel, updater;
    fact_list metadata;  // what outputs say of the run besides: see `describe_run`
};

}  // namespace firefly::program
