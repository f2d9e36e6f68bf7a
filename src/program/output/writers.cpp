module;
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.netcdf;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

namespace {

bool is_netcdf(sample_options const& options) {
    return extension_of(options.output) == ".nc";
}

/// One chain, read from its log draw by draw: nothing but a buffer is held in memory.
void write_chain(std::filesystem::path const& path, stan_csv_header const& header, std::vector<stored_variable> const& parameters,
                 draw_log_reader const& drawn, chain_result const& result, fact_list const& end) {
    stan_csv_writer writer(path, header, parameters);
    try {
        for (draw const& current : drawn.draws()) writer.append(current);
        for (auto const& [key, value] : end) writer.fact(key, value);
        writer.finish(result.warm_up_seconds, result.seconds);
    } catch (...) {
        writer.discard();  // the log has all of it
        throw;
    }
}

void write_chains(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
                  run_logs& logs, std::vector<fact_list> const& ends) {
    auto header = stan_header_of(description.metadata);
    header.draws = options.run.draws;
    header.save_warm_up = options.run.save_warm_up;
    auto const parameters = description.parameters;
    auto const paths = output_paths(options);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        draw_log_reader const drawn = logs.read(i);
        if (drawn.size() == drawn.warm_up()) continue;
        header.chain = i + 1;
        write_chain(paths[i], header, parameters, drawn, chains[i], ends[i]);
    }
}

}  // namespace

void check_output(sample_options const& options) {
    std::string const extension = extension_of(options.output);
    if (!options.output.empty() && extension != ".csv" && extension != ".nc")
        throw invalid_argument(
            fmt::format("--output {}: cannot tell the format from the name; use one that ends in .csv or .nc", options.output));
}

std::vector<std::filesystem::path> output_paths(sample_options const& options) {
    if (options.output.empty()) return {};
    if (is_netcdf(options)) return {options.output};
    return chain_paths(options.output, options.run.chains);
}

double output_bytes(sample_options const& options, double draws, std::size_t parameters) {
    if (options.output.empty()) return 0;
    constexpr double binary = 8, text = 16;  // bytes: as text most numbers have 15 to 18 digits, and some few
    return draws * static_cast<double>(parameters + statistic_count) * (is_netcdf(options) ? binary : text);
}

void write_output(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
                  run_logs& logs, std::vector<fact_list> const& ends) {
    if (options.output.empty()) return;
    if (!is_netcdf(options)) return write_chains(options, description, chains, logs, ends);
    auto draws = recorded(description, chains, logs, ends);
    if (draws.chains() == 0) return;
    draws.facts.emplace_back("hash", fmt::format("{:016x}", description.data_hash));
    write_netcdf(options.output, draws);
}

}  // namespace firefly::program
