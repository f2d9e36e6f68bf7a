/// The description of a run that outputs and checkpoints contain. Complete after set-up.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

export module firefly.program.run:description;

import firefly;

namespace firefly::program {

export struct run_description {
    std::uint64_t data_hash = 0;
    std::uint64_t fingerprint = 0;     // of data, options and the results of set-up: see `fingerprint_of`
    std::vector<std::string> names;    // of the parameters, for people
    std::vector<std::string> columns;  // of the data
    std::vector<std::string> classes;  // of a softmax; empty for other models
    fact_list metadata;                // everything else that outputs state about the run: see `describe_run`

    /// What θ is made of: coefficients, and the cutpoints of an ordinal model or the scale of the noise.
    std::vector<stored_variable> parameters() const {
        std::vector<stored_variable> result{coefficients(columns, classes)};
        if (std::size_t const own = result.front().size(); names.size() > own)
            result.push_back(names[own] == "sigma" ? stored_variable{.name = "sigma"} : cutpoints(names.size() - own));
        return result;
    }

    static auto members(auto& self) {
        return std::tie(self.data_hash, self.fingerprint, self.names, self.columns, self.classes, self.metadata);
    }
};

}  // namespace firefly::program
