/// What all files have in common: attributes that say who made a group from what, and parameters with their coordinates.
module;
#include <netcdf.h>

#include <array>
#include <cstddef>
#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <vector>

module firefly.netcdf:description;

import firefly.external;
import firefly.draws;
import :group;

namespace firefly {

/// HDF5 refuses attributes of 64 KB. A text among several takes 16 bytes of it wherever its letters are.
inline constexpr std::size_t longest_text = 60'000, most_texts = 4000;

/// ISO 8601, in UTC.
inline std::string now() {
    std::time_t const seconds = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S+00:00", &parts)};
}

// ---- what is known of the run and its data ----

inline std::string in_words(std::vector<double> const& seconds) {
    std::string result;
    for (double const value : seconds) result += fmt::format("{}{}", result.empty() ? "" : " ", value);
    return result.size() > longest_text ? "" : result;
}

inline bool describes_data(std::string_view key) {
    return key == "rows" || key == "target" || key == "hash";
}

/// Attributes that every group carries, the root too: ArviZ before 1.0 passes over groups without variables, but not over the root.
inline void describe(group const& target, stored_draws const& draws, std::string const& created_at) {
    target.text("created_at", created_at);
    target.text("creation_library", "firefly");
    target.text("creation_library_version", FIREFLY_VERSION);
    target.text("creation_library_language", "C++");
    target.text("inference_library", "firefly");
    target.text("inference_library_version", FIREFLY_VERSION);
    auto const seed = find_count(draws.facts, "seed");
    if (seed) target.number("seed", *seed);
    for (auto const& [key, value] : draws.facts)
        if (!describes_data(key) && !(seed && key == "seed") && value.size() <= longest_text) target.text(key, value);
    target.text("warm_up_seconds", in_words(draws.warm_up_seconds));
    target.text("sampling_seconds", in_words(draws.sampling_seconds));
}

/// The names of the features stand for those of the columns.
inline void describe_data(group const& target, stored_draws const& draws, std::string const& prefix) {
    target.number(prefix + "size", find_count(draws.facts, "rows").value_or(0));
    target.text(prefix + "hash", find_fact(draws.facts, "hash").value_or(""));
    target.text(prefix + "target", find_fact(draws.facts, "target").value_or(""));
    for (auto const& variable : draws.parameters)
        if (!variable.dimensions.empty() && variable.dimensions.back() == "feature" && variable.labels.back().size() <= most_texts)
            target.texts(prefix + "columns", variable.labels.back());
}

// ---- draws ----

/// The draws after warm-up, or those of warm-up.
struct part {
    stored_draws const& draws;
    std::vector<std::vector<double>> stored_variable::* values;
    std::size_t length;

    /// What the groups of a part share: chain, draw, and what `sample_dims` tells ArviZ about them.
    std::vector<int> dimensions(group const& target) const {
        target.texts("sample_dims", std::array<std::string, 2>{"chain", "draw"});
        target.text("cut_to_shortest", draws.cut);
        return {target.counting_coordinate("chain", draws.chains()), target.counting_coordinate("draw", length)};
    }
};

/// Coordinates of the positions of a dimension: numbers where these only count, names otherwise. Those of firefly's own variables are names in any
/// case, so that they are called the same in all files; ArviZ counts from zero what others count from one.
inline int coordinate(group const& target, std::string const& name, std::vector<std::string> const& labels) {
    auto const count_from = [&](std::size_t first) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (labels[i] != fmt::format("{}", first + i)) return false;
        return true;
    };
    bool const counts = count_from(0) || count_from(1);
    bool const named = name == "feature" || name == "class" || name == "cutpoint_dim_0";
    return counts && !named ? target.counting_coordinate(name, labels.size()) : target.named_coordinate(name, labels);
}

inline void write_parameters(group const& target, part const& written) {
    auto const sample = written.dimensions(target);
    std::map<std::string, int> known;
    for (auto const& variable : written.draws.parameters) {
        auto dimensions = sample;
        std::vector<std::size_t> start(2, 0), count{1, written.length};
        for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
            auto const [place, fresh] = known.try_emplace(variable.dimensions[d], 0);
            if (fresh) place->second = coordinate(target, variable.dimensions[d], variable.labels[d]);
            dimensions.push_back(place->second);
            start.push_back(0);
            count.push_back(variable.labels[d].size());
        }
        int const id = target.variable(variable.name, NC_DOUBLE, dimensions);
        for (auto const& chain : variable.*written.values) {
            target.put(id, start, count, chain.data());
            ++start[0];
        }
    }
}

}  // namespace firefly
