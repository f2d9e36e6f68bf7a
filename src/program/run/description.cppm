/// The description of a run that outputs and checkpoints contain. Complete after set-up.
module;
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

export module firefly.program.run:description;

import firefly;

namespace firefly::program {

export struct run_description {
    std::uint64_t data_hash = 0;
    std::uint64_t fingerprint = 0;            // of data, options and the results of set-up: see `fingerprint_of`
    std::vector<stored_variable> parameters;  // what a draw is made of, without draws
    fact_list metadata;                       // everything else that outputs state about the run: see `describe_run`

    /// Numbers in a draw.
    inline std::size_t size() const {
        std::size_t sum = 0;
        for (auto const& variable : parameters) sum += variable.size();
        return sum;
    }

    static auto members(auto& self) { return std::tie(self.data_hash, self.fingerprint, self.parameters, self.metadata); }
};

}  // namespace firefly::program
