module;
#include <cstddef>
#include <filesystem>
#include <memory>
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

class log_output final : public output {
public:
    log_output(sample_options const& options, run_description const& description) : options_(options), description_(description) {
        for (auto const& path : paths()) output_file(path).discard();  // throws where it cannot be written
    }

    void finish(std::vector<chain_result> const& chains, run_logs& logs, std::vector<fact_list> const& ends) final {
        if (options_.output.empty()) return;
        if (is_netcdf(options_))
            write_all(chains, logs, ends);
        else
            write_each(chains, logs, ends);
    }

    std::vector<std::filesystem::path> paths() const final {
        if (options_.output.empty()) return {};
        if (is_netcdf(options_)) return {options_.output};
        return chain_paths(options_.output, options_.run.chains);
    }

private:
    static bool is_netcdf(sample_options const& options) { return extension_of(options.output) == ".nc"; }

    /// Stan CSV: a file for each chain that has a draw.
    void write_each(std::vector<chain_result> const& chains, run_logs& logs, std::vector<fact_list> const& ends) const {
        auto header = stan_header_of(description_.metadata);
        header.draws = options_.run.draws;
        header.save_warm_up = options_.run.save_warm_up;
        std::vector<stored_variable> const parameters{coefficients(description_.columns, description_.classes)};
        for (std::size_t i = 0; i < logs.size(); ++i) {
            draw_log_reader const drawn = logs.read(i);
            if (drawn.size() == drawn.warm_up()) continue;
            header.chain = i + 1;
            write_chain(paths()[i], header, parameters, drawn, chains[i], ends[i]);
        }
    }

    /// netCDF: one file for all chains.
    void write_all(std::vector<chain_result> const& chains, run_logs& logs, std::vector<fact_list> const& ends) const {
        auto draws = recorded(description_, chains, logs, ends);
        if (draws.chains() == 0) return;
        draws.facts.emplace_back("hash", fmt::format("{:016x}", description_.data_hash));
        write_netcdf(options_.output, draws);
    }

    sample_options const& options_;
    run_description const& description_;
};

}  // namespace

void check_output(sample_options const& options) {
    std::string const extension = extension_of(options.output);
    if (!options.output.empty() && extension != ".csv" && extension != ".nc")
        throw invalid_argument(
            fmt::format("--output {}: cannot tell the format from the name; use one that ends in .csv or .nc", options.output));
}

std::unique_ptr<output> open_output(sample_options const& options, run_description const& description, run_logs&) try {
    return std::make_unique<log_output>(options, description);
} catch (output_error const& failure) {
    throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is what is wrong
}

}  // namespace firefly::program
