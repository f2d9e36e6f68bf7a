module;
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

namespace {

/// By what a chain's log is told from others.
std::uint64_t log_number(run_description const& description, std::size_t chain) {
    checksum sum(description.fingerprint);
    sum.add(static_cast<std::uint64_t>(chain));
    return sum.value();
}

}  // namespace

std::string base_name(sample_options const& options) {
    return options.output.empty() ? options.checkpoint : options.output;
}

std::filesystem::path checkpoint_path(sample_options const& options) {
    return options.checkpoint.empty() ? options.output + ".checkpoint" : options.checkpoint;
}

std::vector<std::filesystem::path> log_paths(sample_options const& options) {
    auto paths = chain_paths(base_name(options), options.run.chains);
    for (auto& path : paths) path += ".log";
    return paths;
}

run_logs open_logs(sample_options const& options, run_description const& description, std::vector<std::uint64_t> const& records,
                   std::function<bool(std::size_t)> const& is_mine) {
    std::size_t const parameters = description.names.size();
    if (base_name(options).empty()) return {options.run.chains, parameters};
    std::map<std::size_t, draw_log> logs;
    auto const paths = log_paths(options);
    try {
        for (std::size_t i = 0; i < paths.size(); ++i)
            if (is_mine(i))
                logs.emplace(i, records.empty() ? draw_log::create(paths[i], parameters, log_number(description, i))
                                                : draw_log::reopen(paths[i], parameters, log_number(description, i), records[i]));
    } catch (output_error const& failure) {
        for (auto& [i, log] : logs)
            if (records.empty()) log.remove();
        throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is what is wrong
    }
    return {paths, std::move(logs)};
}

void check_names(sample_options const& options, processes const& all) {
    check_output(options);
    std::vector<std::string> data;
    for (std::size_t rank = 0; rank < all.size(); ++rank) data.push_back(sample_options::of_process(options.data, rank));
    if (all.leads() && !options.report.empty()) check_writable(options.report, data);
    std::vector<std::filesystem::path> paths;
    if (!options.output.empty()) {
        paths = chain_paths(options.output, options.run.chains);
        if (extension_of(options.output) == ".nc") paths = {options.output};
    }
    for (auto const& more : {options.checkpoint, options.report})
        if (!more.empty()) paths.emplace_back(more);
    std::error_code ignored;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (std::ranges::any_of(data, [&](auto const& path) { return std::filesystem::equivalent(paths[i], path, ignored); }))
            throw invalid_argument(fmt::format("{}: holds the data; give the output another name", paths[i].string()));
        for (std::size_t j = 0; j < i; ++j)
            if (std::filesystem::absolute(paths[i]).lexically_normal() == std::filesystem::absolute(paths[j]).lexically_normal())
                throw invalid_argument(fmt::format("{}: two outputs of one name; give each its own", paths[i].string()));
    }
    if (!options.checkpoint.empty() && std::filesystem::exists(options.checkpoint) && !is_checkpoint_file(options.checkpoint))
        throw invalid_argument(
            fmt::format("--checkpoint {}: there is something else of that name; give it another", options.checkpoint));
}

void check_place_for_logs(sample_options const& options, processes const& all) {
    if (all.size() > 1 && base_name(options).empty())
        throw invalid_argument(fmt::format(
            "{} processes need a place for what they draw: give --output or --checkpoint, in a directory that all of them see",
            all.size()));
}

void allow_many_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace firefly::program
