module;
#include <cstddef>
#include <string>
#include <vector>
module firefly.program.input;
namespace firefly::program {
std::vector<column_prior> resolve_priors(std::vector<std::string> const&, std::vector<std::string> const& features,
                                                std::vector<named_group> const& groups) {
    std::vector<column_prior> r;
    if (!features.empty()) r.push_back({.columns = features.size()});
    for (auto const& g : groups) r.push_back({.columns = g.levels, .kind = column_prior::shape::learned, .scale = 1, .scale_name = "sd_" + g.name});
    return r;
}
}
