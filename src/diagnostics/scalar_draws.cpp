module;
#include <cstddef>
#include <utility>
#include <vector>

module firefly.diagnostics;

import firefly.external;
import firefly.core;

namespace firefly {

scalar_draws::scalar_draws(std::vector<std::vector<double>> chains) : chains_(std::move(chains)) {
    if (chains_.empty()) throw invalid_argument("scalar_draws: there is no chain, give at least one");
    if (chains_.front().empty()) throw invalid_argument("scalar_draws: the first chain is empty, give at least one draw");
    for (std::size_t i = 1; i < chains_.size(); ++i)
        if (chains_[i].size() != length())
            throw invalid_argument(fmt::format("scalar_draws: chain {} of {} has {} draws and the first has {}, give chains of equal length",
                                               i + 1, chains_.size(), chains_[i].size(), length()));
}

std::vector<double> scalar_draws::pooled() const {
    std::vector<double> all;
    all.reserve(size());
    for (auto const& chain : chains_) all.insert(all.end(), chain.begin(), chain.end());
    return all;
}

}  // namespace firefly
