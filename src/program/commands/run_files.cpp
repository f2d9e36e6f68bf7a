module;
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
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

/// Identifies the log of a chain, so that another one is not mistaken for it.
std::uint64_t log_number(run_description const& description, std::size_t chain) {
    checksum sum(description.fingerprint);
    sum.add(static_cast<std::uint64_t>(chain));
    return sum.value();
}

/// Only a regular file can be one: to look into a FIFO or a device would wait, or never end.
bool is_checkpoint(std::filesystem::path const& path) {
    return std::filesystem::is_regular_file(path) && is_checkpoint_file(path, run_checkpoint);
}

double size_of_logs(sample_options const& options) {
    double sum = 0;
    std::error_code failure;
    for (auto const& path : log_paths(options))
        if (auto const size = std::filesystem::file_size(path, failure); !failure) sum += static_cast<double>(size);
    return sum;
}

/// What a run of this many draws takes on its disk, beyond what is there of a run that is resumed.
class space_needed {
public:
    space_needed(sample_options const& options, std::size_t parameters, std::uint64_t draws)
        : draws_(draws), chains_(options.run.chains) {
        std::string const base = base_name(options);
        place_ = base.empty() ? std::filesystem::temp_directory_path() / "log" : std::filesystem::path(base);
        free_ = free_space(place_);
        run_settings const& run = options.run;
        auto const iterations = static_cast<double>(draws) + (run.save_warm_up ? static_cast<double>(run.warm_up) : 0);
        double const kept = std::ceil(iterations / static_cast<double>(run.thin)) * static_cast<double>(run.chains);
        bytes_ = draw_log::bytes(kept, parameters) + output_bytes(options, kept, parameters) -
                 (base.empty() ? 0 : size_of_logs(options));
    }

    /// Also where the system does not say how much is free.
    bool is_there() const { return !free_ || bytes_ <= static_cast<double>(*free_); }
    std::string in_words() const {
        return fmt::format("{} draws from {} chains take about {}, and the disk of {} has {} left", draws_, chains_,
                           in_bytes(bytes_), place_.string(), in_bytes(static_cast<double>(*free_)));
    }

private:
    std::uint64_t draws_;
    std::size_t chains_;
    std::filesystem::path place_;
    std::optional<std::uint64_t> free_;
    double bytes_;
};

void check_places_of_logs(sample_options const& options) try {
    for (auto const& path : log_paths(options)) {
        refuse_own_streams(path.string());
        draw_log::check(path);
    }
} catch (output_error const& failure) {
    throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is at fault
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
    std::size_t const parameters = description.size();
    if (base_name(options).empty()) return {options.run.chains, parameters};
    std::map<std::size_t, draw_log> logs;
    auto const paths = log_paths(options);
    try {
        for (std::size_t i = 0; i < paths.size(); ++i)
            if (is_mine(i))
                logs.emplace(i, records.empty() ? draw_log::create(paths[i], parameters, log_number(description, i))
                                                : draw_log::reopen(paths[i], parameters, log_number(description, i), records[i]));
    } catch (error const&) {
        if (records.empty()) run_logs(paths, std::move(logs)).discard_mine();
        throw;
    }
    return {paths, std::move(logs)};
}

void remove_run(sample_options const& options, run_logs& logs) {
    remove_file(checkpoint_path(options));
    logs.remove();
}

void check_names(sample_options const& options, processes const& all) {
    check_output(options);
    std::vector<std::string> data;
    for (std::size_t rank = 0; rank < all.size(); ++rank) data.push_back(sample_options::of_process(options.data, rank));
    auto paths = output_paths(options);
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
}

void check_places(sample_options const& options, processes const& all) {
    if (!all.leads()) return;
    for (auto const& path : output_paths(options)) check_writable(path.string(), {});
    if (!options.report.empty()) check_writable(options.report, {});
    if (!base_name(options).empty()) {
        auto const path = checkpoint_path(options);
        if (std::filesystem::exists(path) && !is_checkpoint(path))
            throw invalid_argument(
                fmt::format("{}: is needed for the checkpoint, but is something else; move it, or give another name (--checkpoint)",
                            path.string()));
        check_writable(path.string(), {});
        check_places_of_logs(options);
    }
    check_space(options, 1);  // at least; how many parameters there are is known when the data are read
}

void check_space(sample_options const& options, std::size_t parameters) {
    // Some ask for more draws than they want and stop the run themselves. A run that cannot keep a thousand is none of these.
    run_settings const& run = options.run;
    space_needed const first(options, parameters, std::min<std::uint64_t>(run.draws, 1000 * run.thin));
    if (!first.is_there()) throw invalid_argument(fmt::format("{}; make room, or give --output on another disk", first.in_words()));
}

void check_space_for_all(sample_options const& options, std::size_t parameters) {
    check_space(options, parameters);
    space_needed const all(options, parameters, options.run.draws);
    bool const is_most = options.run.target_ess > 0 || options.run.max_seconds < infinity;  // another end will come first, or may
    if (!is_most && !all.is_there())
        warn(fmt::format("{}; keep fewer of them (--thin), or stop the run in time (--max-time)", all.in_words()));
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
