module;
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

module firefly.netcdf;

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import :open_file;
import :own_process;

namespace firefly {

namespace {

bool is_sampled(std::vector<open_group::dimension> const& shape) {
    return shape.size() >= 2 && shape[0].name == "chain" && shape[1].name == "draw";
}

void read_parameters(open_group const& posterior, stored_draws& result) {
    for (int const id : posterior.variables()) {
        auto const shape = posterior.dimensions(id);
        if (!is_sampled(shape) || !posterior.is_numeric(id)) continue;
        if (shape[0].length == 0 || shape[1].length == 0) posterior.refuse("there are no draws; let the run go on for longer");
        auto& variable = result.parameters.emplace_back(stored_variable{.name = posterior.name(id)});
        for (std::size_t d = 2; d < shape.size(); ++d) {
            variable.dimensions.push_back(shape[d].name);
            variable.labels.push_back(posterior.labels(shape[d]));
        }
        variable.chains = posterior.chains(id, shape);
        if (variable.size() == 0) result.parameters.pop_back();
    }
    if (result.parameters.empty()) posterior.refuse("the group posterior has no variable (chain, draw, …); give a file of draws");
}

void read_statistics(open_group const& statistics, stored_draws& result) {
    for (int const id : statistics.variables()) {
        auto const shape = statistics.dimensions(id);
        if (!is_sampled(shape) || shape.size() != 2 || !statistics.is_numeric(id)) continue;
        if (shape[0].length != result.chains() || shape[1].length != result.length())
            statistics.refuse("sample_stats has other chains or draws than posterior; write the file again");
        result.statistics.push_back({.name = stan_name_of(statistics.name(id)), .chains = statistics.chains(id, shape)});
    }
}

/// The draws of warm-up of one variable; nothing where the group has it not, or in another shape than `draws` of these chains.
std::vector<std::vector<double>> warm_up_of(open_group const& group, std::string const& name, stored_variable const& variable,
                                            std::size_t draws) {
    auto const id = group.find(name);
    if (!id || !group.is_numeric(*id)) return {};
    auto const shape = group.dimensions(*id);
    if (!is_sampled(shape) || shape.size() != 2 + variable.labels.size()) return {};
    if (shape[0].length != variable.chains.size() || shape[1].length != draws) return {};
    for (std::size_t d = 2; d < shape.size(); ++d)
        if (shape[d].length != variable.labels[d - 2].size()) return {};
    return group.chains(*id, shape);
}

/// All variables or none: draws of warm-up are of one length.
void read_warm_up(open_group const& root, stored_draws& result) {
    auto const posterior = root.child("warmup_posterior"), statistics = root.child("warmup_sample_stats");
    if (!posterior || (!statistics && !result.statistics.empty())) return;
    auto const first = posterior->find(result.parameters.front().name);
    if (!first || posterior->dimensions(*first).size() < 2) return;
    std::size_t const draws = posterior->dimensions(*first)[1].length;
    bool is_complete = true;
    for (auto& variable : result.parameters) {
        variable.warm_up = warm_up_of(*posterior, variable.name, variable, draws);
        is_complete = is_complete && !variable.warm_up.empty();
    }
    for (auto& variable : result.statistics) {
        variable.warm_up = warm_up_of(*statistics, arviz_name_of(variable.name), variable, draws);
        is_complete = is_complete && !variable.warm_up.empty();
    }
    if (is_complete) return;
    for (auto* const variables : {&result.parameters, &result.statistics})
        for (auto& variable : *variables) variable.warm_up.clear();
}

/// "0.5 0.6" as numbers; none unless there is one for each chain.
std::vector<double> take_seconds(fact_list& facts, std::string_view key, std::size_t chains) {
    std::vector<double> result;
    std::string const text = find_fact(facts, key).value_or("");
    for (char const *p = text.data(), *const end = p + text.size(); p < end; ++p) {
        double value = 0;
        auto const [next, failure] = std::from_chars(p, end, value);
        if (failure != std::errc{}) break;
        result.push_back(value);
        p = next;
    }
    std::erase_if(facts, [&](auto const& fact) { return fact.first == key; });
    return result.size() == chains ? result : std::vector<double>{};
}

/// With the library in this process.
stored_draws read_here(std::filesystem::path const& path) {
    open_file const file(path);
    auto const root = file.root();
    auto const posterior = root.child("posterior");
    if (!posterior) root.refuse("there is no group posterior; give a file of draws as firefly or ArviZ write it");
    stored_draws result;
    read_parameters(*posterior, result);
    if (auto const statistics = root.child("sample_stats")) read_statistics(*statistics, result);
    read_warm_up(root, result);
    result.facts = root.attributes();
    for (auto& fact : posterior->attributes())
        if (!find_fact(result.facts, fact.first)) result.facts.push_back(std::move(fact));
    // Who wrote the file and when is not a fact of the run; the next writer says it of itself.
    std::erase_if(result.facts, [](auto const& fact) {
        return fact.first == "created_at" || fact.first.starts_with("creation_library") || fact.first.starts_with("_");
    });
    for (auto& [key, value] : result.facts) {
        if (key == "data_size") key = "rows";
        if (key == "data_target") key = "target";
        if (key == "data_hash") key = "hash";
        if (key == "cut_to_shortest") result.cut = value;
    }
    std::erase_if(result.facts, [](auto const& fact) { return fact.first == "cut_to_shortest"; });
    result.warm_up_seconds = take_seconds(result.facts, "warm_up_seconds", result.chains());
    result.sampling_seconds = take_seconds(result.facts, "sampling_seconds", result.chains());
    return result;
}

/// What came of reading: draws, or what is wrong with the file.
struct outcome {
    stored_draws draws = {};
    std::string refusal = {};
    bool lacks_memory = false;
    static auto members(auto& self) { return std::tie(self.draws, self.refusal, self.lacks_memory); }
};

outcome try_to_read(std::filesystem::path const& path) try {
    return {.draws = read_here(path)};
} catch (data_error const& refusal) { return {.refusal = refusal.what()}; } catch (std::bad_alloc const&) {
    return {.lacks_memory = true};
}

/// Far more than reading takes: 2 s, and 5 for each MiB. Data that are packed a thousand times over are unpacked at some hundred MB/s.
unsigned most_seconds(std::filesystem::path const& path) {
    std::error_code ignored;
    auto const bytes = std::filesystem::is_regular_file(path, ignored) ? std::filesystem::file_size(path, ignored) : 0;
    return 2 + 5 * static_cast<unsigned>(bytes >> 20);
}

}  // namespace

stored_draws read_netcdf(std::filesystem::path const& path) try {
    auto const read = [&] {
        byte_writer out;
        out.put(try_to_read(path));
        return out.bytes();
    };
    outcome result;
    byte_reader(in_own_process(read, most_seconds(path)).text()).get(result);
    if (result.lacks_memory) throw std::bad_alloc();
    if (!result.refusal.empty()) throw data_error(result.refusal);
    result.draws.check();
    return std::move(result.draws);
} catch (invalid_argument const&) {
    throw data_error({.file = path.string(), .what = "its variables differ in chains or draws", .remedy = "write the file again"});
} catch (process_failure const& failure) {
    throw data_error({.file = path.string(),
                      .what = fmt::format("this netCDF file is damaged: the library that reads it {}", failure.what()),
                      .remedy = "use another copy, or write it again"});
}

}  // namespace firefly
