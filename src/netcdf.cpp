module;
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.netcdf;

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;
import :group;

namespace firefly {

void kept_draws::append(draw const& draw, bool diverges) {
    theta.insert(theta.end(), draw.theta.begin(), draw.theta.end());
    lp.push_back(draw.log_density);
    acceptance_rate.push_back(draw.acceptance);
    step_size.push_back(draw.step);
    n_bright.push_back(static_cast<std::int64_t>(draw.z.bright));
    n_lik.push_back(static_cast<std::int64_t>(draw.queries()));
    n_flips.push_back(static_cast<std::int64_t>(draw.z.flips()));
    diverging.push_back(diverges);
}

namespace {

// ---- what must fit together ----

void check_columns(kept_draws const& draws, std::string const& name, std::size_t parameters) {
    auto const check = [&](std::string const& column, std::size_t found, std::size_t expected) {
        if (found == expected) return;
        throw invalid_argument(fmt::format("write_netcdf: {}.{} must hold {} values, one for each lp{}, got {}", name, column,
                                           expected, column == "theta" ? " and parameter" : "", found));
    };
    check("theta", draws.theta.size(), draws.size() * parameters);
    check("acceptance_rate", draws.acceptance_rate.size(), draws.size());
    check("step_size", draws.step_size.size(), draws.size());
    check("n_bright", draws.n_bright.size(), draws.size());
    check("n_lik", draws.n_lik.size(), draws.size());
    check("n_flips", draws.n_flips.size(), draws.size());
    check("diverging", draws.diverging.size(), draws.size());
}

void check_draws(netcdf_draws const& draws) {
    if (draws.chains.empty()) throw invalid_argument("write_netcdf: chains must hold at least one chain, got 0");
    if (draws.features.empty()) throw invalid_argument("write_netcdf: features must name at least one feature, got 0");
    if (!draws.warm_up.empty() && draws.warm_up.size() != draws.chains.size())
        throw invalid_argument(fmt::format("write_netcdf: warm_up must be empty or hold each of the {} chains, got {}",
                                           draws.chains.size(), draws.warm_up.size()));
    std::size_t const parameters = draws.features.size() * std::max<std::size_t>(1, draws.classes.size());
    for (std::size_t i = 0; i < draws.chains.size(); ++i) check_columns(draws.chains[i], fmt::format("chains[{}]", i), parameters);
    for (std::size_t i = 0; i < draws.warm_up.size(); ++i)
        check_columns(draws.warm_up[i], fmt::format("warm_up[{}]", i), parameters);
}

std::size_t shortest(std::span<kept_draws const> chains) {
    return std::ranges::min_element(chains, {}, &kept_draws::size)->size();
}

/// "1000, 812 draws kept; all chains cut to 812", or nothing when all are of one length.
std::string cut_to_shortest(std::span<kept_draws const> chains) {
    std::size_t const length = shortest(chains);
    if (std::ranges::all_of(chains, [&](auto const& chain) { return chain.size() == length; })) return {};
    std::string result;
    for (auto const& chain : chains) result += fmt::format("{}{}", result.empty() ? "" : ", ", chain.size());
    return fmt::format("{} draws kept; all chains cut to {}", result, length);
}

/// ISO 8601, in UTC.
std::string now() {
    std::time_t const seconds = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S+00:00", &parts)};
}

// ---- the layout ----

/// Whether a fact has an attribute of its own already.
bool is_described(std::string_view key) {
    constexpr std::array<std::string_view, 9> described{"model", "algorithm", "kernel", "bound", "updater",
                                                        "seed",  "rows",      "target", "hash"};
    return std::ranges::find(described, key) != described.end();
}

/// Attributes that every group carries, the root too: ArviZ before 1.0 passes over groups without variables, but not over the root.
void describe(group const& target, run_description const& run, std::string const& created_at) {
    target.text("created_at", created_at);
    target.text("creation_library", "firefly");
    target.text("creation_library_version", FIREFLY_VERSION);
    target.text("creation_library_language", "C++");
    target.text("inference_library", "firefly");
    target.text("inference_library_version", FIREFLY_VERSION);
    target.text("model", run.model);
    target.text("algorithm", run.algorithm);
    target.text("kernel", run.kernel);
    target.text("bound", run.bound);
    target.text("updater", run.updater);
    target.number("seed", run.seed);
    for (auto const& [key, value] : run.facts)
        if (!is_described(key)) target.text(key, value);
}

void describe_data(group const& target, data_description const& data, std::string const& prefix) {
    target.number(prefix + "size", data.size);
    target.text(prefix + "hash", data.hash);
    target.text(prefix + "target", data.target);
    // HDF5 refuses attributes of 64 KB, and a text takes 16 bytes of it wherever its letters are.
    if (data.columns.size() <= 4000) target.texts(prefix + "columns", data.columns);
}

/// What the groups of draws share: chain, draw, and what `sample_dims` tells ArviZ about them.
std::vector<int> sample_dimensions(group const& target, std::span<kept_draws const> chains) {
    target.texts("sample_dims", std::array<std::string, 2>{"chain", "draw"});
    target.text("cut_to_shortest", cut_to_shortest(chains));
    return {target.counting_coordinate("chain", chains.size()), target.counting_coordinate("draw", shortest(chains))};
}

void write_parameters(group const& target, std::span<kept_draws const> chains, netcdf_draws const& draws) {
    auto dimensions = sample_dimensions(target, chains);
    std::vector<std::size_t> start(2, 0), count{1, shortest(chains)};
    auto const add = [&](std::string const& name, std::span<std::string const> names) {
        dimensions.push_back(target.named_coordinate(name, names));
        start.push_back(0);
        count.push_back(names.size());
    };
    if (!draws.classes.empty()) add("class", draws.classes);
    add("feature", draws.features);
    int const parameters = target.variable(draws.classes.empty() ? "beta" : "W", NC_DOUBLE, dimensions);
    for (auto const& chain : chains) {
        target.put(parameters, start, count, chain.theta.data());
        ++start[0];
    }
}

void write_statistics(group const& target, std::span<kept_draws const> chains) {
    auto const dimensions = sample_dimensions(target, chains);
    auto const add = [&](std::string const& name, nc_type type, auto column) {
        int const variable = target.variable(name, type, dimensions);
        for (std::size_t i = 0; i < chains.size(); ++i)
            target.put(variable, std::array<std::size_t, 2>{i, 0}, std::array<std::size_t, 2>{1, shortest(chains)},
                       (chains[i].*column).data());
        return variable;
    };
    add("lp", NC_DOUBLE, &kept_draws::lp);
    add("acceptance_rate", NC_DOUBLE, &kept_draws::acceptance_rate);
    add("step_size", NC_DOUBLE, &kept_draws::step_size);
    add("n_bright", NC_INT64, &kept_draws::n_bright);
    add("n_lik", NC_INT64, &kept_draws::n_lik);
    add("n_flips", NC_INT64, &kept_draws::n_flips);
    // netCDF has no type for truth values; this is how xarray writes them, and reads them back as bool.
    target.text("dtype", "bool", add("diverging", NC_BYTE, &kept_draws::diverging));
}

void write_groups(group const& root, netcdf_draws const& draws) {
    auto const created_at = now();
    auto const described = [&](std::string const& name) {
        group const result = root.child(name);
        describe(result, draws.run, created_at);
        return result;
    };
    describe(root, draws.run, created_at);
    describe_data(root, draws.data, "data_");
    write_parameters(described("posterior"), draws.chains, draws);
    write_statistics(described("sample_stats"), draws.chains);
    if (!draws.warm_up.empty() && shortest(draws.warm_up) > 0) {
        write_parameters(described("warmup_posterior"), draws.warm_up, draws);
        write_statistics(described("warmup_sample_stats"), draws.warm_up);
    }
    describe_data(described("observed_data"), draws.data, "");
}

// ---- draws from any source ----

/// The description that the facts hold.
run_description description_of(fact_list const& facts) {
    auto const text = [&](std::string_view key) { return find_fact(facts, key).value_or(""); };
    run_description run{.model = text("model"),
                        .algorithm = text("algorithm"),
                        .kernel = text("kernel"),
                        .bound = text("bound"),
                        .updater = text("updater"),
                        .facts = facts};
    std::string const seed = text("seed");
    std::from_chars(seed.data(), seed.data() + seed.size(), run.seed);  // 0 when it is no number
    return run;
}

/// Coordinates of the positions of a dimension: numbers where these only count, names otherwise.
int coordinate(group const& target, std::string const& name, std::vector<std::string> const& labels) {
    auto const count_from = [&](std::size_t first) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (labels[i] != fmt::format("{}", first + i)) return false;
        return true;
    };
    bool const counts = count_from(0) || count_from(1);
    bool const named = name == "feature" || name == "class";
    return counts && !named ? target.counting_coordinate(name, labels.size()) : target.named_coordinate(name, labels);
}

void write_variables(group const& target, stored_draws const& draws) {
    target.texts("sample_dims", std::array<std::string, 2>{"chain", "draw"});
    target.text("cut_to_shortest", draws.cut);
    std::vector<int> const sample{target.counting_coordinate("chain", draws.chains()),
                                  target.counting_coordinate("draw", draws.length())};
    std::map<std::string, int> known;
    for (auto const& variable : draws.parameters) {
        auto dimensions = sample;
        std::vector<std::size_t> start(2, 0), count{1, draws.length()};
        for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
            auto const [place, fresh] = known.try_emplace(variable.dimensions[d], 0);
            if (fresh) place->second = coordinate(target, variable.dimensions[d], variable.labels[d]);
            dimensions.push_back(place->second);
            start.push_back(0);
            count.push_back(variable.labels[d].size());
        }
        int const id = target.variable(variable.name, NC_DOUBLE, dimensions);
        for (auto const& chain : variable.chains) {
            target.put(id, start, count, chain.data());
            ++start[0];
        }
    }
}

void write_scalars(group const& target, stored_draws const& draws) {
    target.texts("sample_dims", std::array<std::string, 2>{"chain", "draw"});
    std::vector<int> const dimensions{target.counting_coordinate("chain", draws.chains()),
                                      target.counting_coordinate("draw", draws.length())};
    std::array<std::size_t, 2> const count{1, draws.length()};
    for (auto const& variable : draws.statistics) {
        std::string const name = arviz_name_of(variable.name);
        bool const truth = name == "diverging", counts = name.starts_with("n_") || name == "tree_depth";
        int const id = target.variable(name, truth ? NC_BYTE : counts ? NC_INT64 : NC_DOUBLE, dimensions);
        if (truth) target.text("dtype", "bool", id);
        for (std::size_t c = 0; c < variable.chains.size(); ++c) {
            auto const& values = variable.chains[c];
            std::array<std::size_t, 2> const start{c, 0};
            if (truth)
                target.put(id, start, count, std::vector<signed char>(values.begin(), values.end()).data());
            else if (counts)
                target.put(id, start, count, std::vector<std::int64_t>(values.begin(), values.end()).data());
            else
                target.put(id, start, count, values.data());
        }
    }
}

std::string seconds_in_words(std::vector<double> const& seconds) {
    std::string result;
    for (double const value : seconds) result += fmt::format("{}{}", result.empty() ? "" : " ", value);
    return result;
}

void write_groups(group const& root, stored_draws const& draws) {
    auto const created_at = now();
    auto run = description_of(draws.facts);
    run.facts.emplace_back("warm_up_seconds", seconds_in_words(draws.warm_up_seconds));
    run.facts.emplace_back("sampling_seconds", seconds_in_words(draws.sampling_seconds));
    auto const described = [&](std::string const& name) {
        group const result = root.child(name);
        describe(result, run, created_at);
        return result;
    };
    describe(root, run, created_at);
    auto const rows = find_number(draws.facts, "rows");
    data_description data{.size = static_cast<std::uint64_t>(rows.value_or(0)),
                          .hash = find_fact(draws.facts, "hash").value_or(""),
                          .target = find_fact(draws.facts, "target").value_or("")};
    for (auto const& variable : draws.parameters)
        if (!variable.dimensions.empty() && variable.dimensions.back() == "feature") data.columns = variable.labels.back();
    if (rows) describe_data(root, data, "data_");
    write_variables(described("posterior"), draws);
    if (!draws.statistics.empty()) write_scalars(described("sample_stats"), draws);
    if (rows) describe_data(described("observed_data"), data, "");
}

/// Lays out the groups, and gives the file its name when it is complete.
template <class Draws>
void write_file(std::filesystem::path const& path, Draws const& draws) {
    output_file output(path);  // first, so that a path that cannot be written is told before the work
    netcdf_image image(path);
    write_groups(image, draws);
    auto bytes = image.close();
    for (constexpr std::size_t piece = std::size_t{1} << 16; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        output.write(bytes.substr(0, piece));  // in pieces, because `output_file` copies what it is given
    output.commit();
}

}  // namespace

void write_netcdf(std::filesystem::path const& path, netcdf_draws const& draws) {
    check_draws(draws);
    write_file(path, draws);
}

void write_netcdf(std::filesystem::path const& path, stored_draws const& draws) {
    write_file(path, draws);
}

}  // namespace firefly
