module;
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.netcdf;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

namespace {

/// What the output says of the run, the same in every format.
std::string algorithm_name(run_description const& description) {
    return description.updater.empty() ? "regular" : "flymc";
}

class no_output final : public output {
public:
    void finish(std::vector<chain_result> const&, run_logs&, std::vector<fact_list> const&) final {}
    std::vector<std::filesystem::path> paths() const final { return {}; }
};

/// One file a chain, written as draws come.
class stan_csv_output final : public output {
public:
    stan_csv_output(sample_options const& options, run_description const& description, run_logs& logs)
        : paths_(chain_paths(options.output, options.run.chains)), classes_(std::max<std::size_t>(1, description.classes.size())) {
        auto const names = parameter_names(description);
        fact_list told = description.metadata;
        for (auto& label : label_facts(description.columns, description.classes)) told.push_back(std::move(label));
        try {
            for (std::size_t i = 0; i < paths_.size(); ++i) {
                stan_csv_header const header{.model = name_of(options.model),
                                             .algorithm = algorithm_name(description),
                                             .engine = description.kernel,
                                             .warm_up = options.run.warm_up,
                                             .draws = options.run.draws,
                                             .thin = options.run.thin,
                                             .save_warm_up = options.run.save_warm_up,
                                             .chain = i + 1,
                                             .seed = options.run.seed,
                                             .facts = told};
                files_.push_back({std::make_unique<stan_csv_writer>(paths_[i], header, names)});
                catch_up(files_.back(), logs.read(i));
            }
        } catch (...) {
            discard_all();
            throw;
        }
    }

    std::vector<std::function<void(draw const&)>> append() final {
        std::vector<std::function<void(draw const&)>> result;
        for (auto& file : files_) result.push_back([this, &file](draw const& current) { append_to(file, current); });
        return result;
    }

    /// Chains that were stopped before their first draw leave nothing.
    void finish(std::vector<chain_result> const& chains, run_logs& logs, std::vector<fact_list> const& ends) final {
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (!logs.is_mine(i)) catch_up(files_[i], logs.read(i));
            stan_csv_writer& writer = *files_[i].writer;
            if (writer.draws() == 0) {
                writer.discard();
                continue;
            }
            for (auto const& [key, value] : ends[i]) writer.fact(key, value);
            writer.finish(chains[i].warm_up_seconds, chains[i].seconds);
        }
    }

    void discard() final { discard_all(); }

    std::vector<std::filesystem::path> paths() const final { return paths_; }

private:
    struct file {
        std::unique_ptr<stan_csv_writer> writer;
        bool sampling = false;
        std::size_t records = 0;
    };

    void discard_all() {
        for (auto const& each : files_) each.writer->discard();
    }

    /// What the log has and the file has not.
    void catch_up(file& to, draw_log_reader const& drawn) const {
        while (to.records < drawn.size()) append_to(to, drawn.at(to.records));
    }

    void append_to(file& to, draw const& current) const {
        ++to.records;
        if (!current.warm_up && !std::exchange(to.sampling, true)) to.writer->end_of_warm_up(current.step);
        to.writer->append(column_major(current, classes_));
    }

    /// Stan's order of a K×D matrix: all classes of the first feature, then of the second. θ has them class after class.
    static draw column_major(draw current, std::size_t classes) {
        std::size_t const columns = current.theta.size() / classes;
        vector const theta = current.theta;
        for (std::size_t c = 0; c < classes; ++c)
            for (std::size_t d = 0; d < columns; ++d) current.theta(d * classes + c) = theta(c * columns + d);
        return current;
    }

    /// beta.1, …, or W.1.1, W.2.1, …
    static std::vector<std::string> parameter_names(run_description const& description) {
        if (description.classes.empty()) return stan_names("beta", description.columns.size());
        std::vector<std::string> names;
        for (std::size_t d = 1; d <= description.columns.size(); ++d)
            for (std::size_t k = 1; k <= description.classes.size(); ++k) names.push_back(fmt::format("W.{}.{}", k, d));
        return names;
    }

    std::vector<std::filesystem::path> paths_;
    std::size_t classes_;
    std::vector<file> files_;
};

/// One file for all chains, made from their logs at the end.
class netcdf_output final : public output {
public:
    netcdf_output(sample_options const& options, run_description const& description) : path_(options.output) {
        if (std::filesystem::is_directory(path_)) throw output_error(fmt::format("{}: is a directory", path_.string()));
        contents_.features = description.columns;
        contents_.classes = description.classes;
        contents_.run = {.model = name_of(options.model),
                         .algorithm = algorithm_name(description),
                         .kernel = description.kernel,
                         .bound = description.bound,
                         .updater = description.updater,
                         .seed = options.run.seed,
                         .facts = description.metadata};
        contents_.data = {.size = description.rows,
                          .hash = fmt::format("{:016x}", description.data_hash),
                          .target = description.target,
                          .columns = description.columns};
    }

    void finish(std::vector<chain_result> const& results, run_logs& logs, std::vector<fact_list> const& ends) final {
        std::vector<fact_list> told;
        std::string warm_up_seconds, seconds;
        for (std::size_t i = 0; i < logs.size(); ++i) {
            draw_log_reader const drawn = logs.read(i);
            if (drawn.size() == drawn.warm_up()) continue;
            contents_.chains.push_back(read(drawn, drawn.warm_up(), drawn.size()));
            if (drawn.warm_up() > 0) contents_.warm_up.push_back(read(drawn, 0, drawn.warm_up()));
            told.push_back(ends[i]);
            warm_up_seconds += fmt::format("{}{}", told.size() > 1 ? " " : "", results[i].warm_up_seconds);
            seconds += fmt::format("{}{}", told.size() > 1 ? " " : "", results[i].seconds);
        }
        if (contents_.chains.empty()) return;
        for (auto& fact : join_facts(told)) contents_.run.facts.push_back(std::move(fact));
        constexpr std::size_t longest = 60'000;  // an attribute has 64 KB
        if (std::max(warm_up_seconds.size(), seconds.size()) < longest) {
            contents_.run.facts.emplace_back("warm_up_seconds", warm_up_seconds);
            contents_.run.facts.emplace_back("sampling_seconds", seconds);
        }
        write_netcdf(path_, contents_);
    }

    std::vector<std::filesystem::path> paths() const final { return {path_}; }

private:
    static kept_draws read(draw_log_reader const& drawn, std::size_t first, std::size_t last) {
        kept_draws kept;
        for (std::size_t i = first; i < last; ++i) {
            draw const current = drawn.at(i);
            kept.append(current, current.diverging);
        }
        return kept;
    }

    std::filesystem::path path_;
    netcdf_draws contents_;
};

}  // namespace

void check_output(sample_options const& options) {
    std::string const extension = extension_of(options.output);
    if (!options.output.empty() && extension != ".csv" && extension != ".nc")
        throw invalid_argument(
            fmt::format("--output {}: cannot tell the format from the name; use one that ends in .csv or .nc", options.output));
}

std::unique_ptr<output> open_output(sample_options const& options, run_description const& description, run_logs& logs) try {
    if (options.output.empty()) return std::make_unique<no_output>();
    if (extension_of(options.output) == ".csv") return std::make_unique<stan_csv_output>(options, description, logs);
    return std::make_unique<netcdf_output>(options, description);
} catch (output_error const& failure) {
    throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is what is wrong
}

}  // namespace firefly::program
