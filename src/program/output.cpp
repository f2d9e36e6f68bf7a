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

module firefly.program;

import firefly.external;
import firefly;
import firefly.netcdf;

namespace firefly::program {

namespace {

/// What the output says of the run, the same in every format.
std::string algorithm_name(chosen_chains const& chosen) {
    return chosen.updater.empty() ? "regular" : "flymc";
}

class no_output final : public output {
public:
    explicit no_output(std::size_t chains) : chains_(chains) {}
    std::vector<draw_sink> sinks() final { return std::vector<draw_sink>(chains_); }

private:
    std::size_t chains_;
};

/// One file a chain, each finished when its chain ends.
class stan_csv_output final : public output {
public:
    stan_csv_output(sample_options const& options, problem const& posed, chosen_chains const& chosen)
        : classes_(std::max<std::size_t>(1, posed.classes.size())) {
        auto const paths = chain_paths(options.output, options.run.chains);
        auto const names = parameter_names(posed);
        fact_list facts = describe_run(options, posed, chosen);
        for (auto& label : label_facts(posed.columns, posed.classes)) facts.push_back(std::move(label));
        for (std::size_t i = 0; i < paths.size(); ++i) {
            stan_csv_header const header{.model = options.model,
                                         .algorithm = algorithm_name(chosen),
                                         .engine = chosen.kernel,
                                         .warm_up = options.run.warm_up,
                                         .draws = options.run.draws,
                                         .thin = options.run.thin,
                                         .chain = i + 1,
                                         .seed = options.run.seed,
                                         .facts = facts};
            writers_.push_back(std::make_unique<stan_csv_writer>(paths[i], header, names));
        }
    }

    std::vector<draw_sink> sinks() final {
        std::vector<draw_sink> result;
        for (auto const& writer : writers_)
            result.push_back(
                {[writer = writer.get(), classes = classes_, sampling = false](draw const& current) mutable {
                     if (!current.warm_up && !std::exchange(sampling, true)) writer->end_of_warm_up(current.step);
                     writer->append(column_major(current, classes));
                 },
                 [writer = writer.get()](fact_list const& facts) {
                     for (auto const& [key, value] : facts) writer->fact(key, value);
                 },
                 [writer = writer.get()](chain_result const& chain) { writer->finish(chain.warm_up_seconds, chain.seconds); }});
        return result;
    }

    /// Chains that were stopped before their first draw leave nothing.
    void finish() final {
        for (auto const& writer : writers_)
            if (writer->draws() == 0) writer->discard();
    }

private:
    /// Stan's order of a K×D matrix: all classes of the first feature, then of the second. θ has them class after class.
    static draw column_major(draw current, std::size_t classes) {
        std::size_t const columns = current.theta.size() / classes;
        vector const theta = current.theta;
        for (std::size_t c = 0; c < classes; ++c)
            for (std::size_t d = 0; d < columns; ++d) current.theta(d * classes + c) = theta(c * columns + d);
        return current;
    }

    /// beta.1, …, or W.1.1, W.2.1, …
    static std::vector<std::string> parameter_names(problem const& posed) {
        if (posed.classes.empty()) return stan_names("beta", posed.dimension);
        std::vector<std::string> names;
        for (std::size_t d = 1; d <= posed.columns.size(); ++d)
            for (std::size_t k = 1; k <= posed.classes.size(); ++k) names.push_back(fmt::format("W.{}.{}", k, d));
        return names;
    }

    std::size_t classes_;
    std::vector<std::unique_ptr<stan_csv_writer>> writers_;
};

/// One file for all chains, made from memory at the end.
class netcdf_output final : public output {
public:
    netcdf_output(sample_options const& options, problem const& posed, chosen_chains const& chosen)
        : path_(options.output), kept_(options.run.chains), told_(options.run.chains) {
        contents_.features = posed.columns;
        contents_.classes = posed.classes;
        contents_.run = {.model = options.model,
                         .algorithm = algorithm_name(chosen),
                         .kernel = chosen.kernel,
                         .bound = posed.bound,
                         .updater = chosen.updater,
                         .seed = options.run.seed,
                         .facts = describe_run(options, posed, chosen)};
        contents_.data = {.size = posed.rows, .target = posed.target, .columns = posed.columns};
    }

    std::vector<draw_sink> sinks() final {
        std::vector<draw_sink> result;
        for (std::size_t i = 0; i < kept_.size(); ++i)
            result.push_back({[&kept = kept_[i]](draw const& current) {
                                  if (!current.warm_up) kept.append(current, current.diverging);
                              },
                              [&told = told_[i]](fact_list const& facts) { told.facts = facts; },
                              [&told = told_[i]](chain_result const& chain) {
                                  told.warm_up_seconds = fmt::format("{}", chain.warm_up_seconds);
                                  told.seconds = fmt::format("{}", chain.seconds);
                              }});
        return result;
    }

    void finish() final {
        std::erase_if(kept_, [](kept_draws const& kept) { return kept.size() == 0; });
        if (kept_.empty()) return;
        std::erase_if(told_, [](end_of_chain const& told) { return told.seconds.empty(); });
        std::vector<fact_list> facts;
        std::string warm_up_seconds, seconds;
        for (auto const& told : told_) {
            facts.push_back(told.facts);
            warm_up_seconds += (warm_up_seconds.empty() ? "" : " ") + told.warm_up_seconds;
            seconds += (seconds.empty() ? "" : " ") + told.seconds;
        }
        for (auto& fact : join_facts(facts)) contents_.run.facts.push_back(std::move(fact));
        contents_.run.facts.emplace_back("warm_up_seconds", warm_up_seconds);
        contents_.run.facts.emplace_back("sampling_seconds", seconds);
        contents_.chains = std::move(kept_);
        write_netcdf(path_, contents_);
    }

private:
    /// What is known when a chain has ended.
    struct end_of_chain {
        fact_list facts = {};
        std::string warm_up_seconds = {}, seconds = {};
    };

    std::filesystem::path path_;
    std::vector<kept_draws> kept_;
    std::vector<end_of_chain> told_;
    netcdf_draws contents_;
};

}  // namespace

std::unique_ptr<output> open_output(sample_options const& options, problem const& posed, chosen_chains const& chosen) try {
    if (options.output.empty()) return std::make_unique<no_output>(options.run.chains);
    std::string extension = std::filesystem::path(options.output).extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".csv") return std::make_unique<stan_csv_output>(options, posed, chosen);
    if (extension == ".nc") return std::make_unique<netcdf_output>(options, posed, chosen);
    throw invalid_argument(
        fmt::format("--output {}: cannot tell the format from the name; use one that ends in .csv or .nc", options.output));
} catch (output_error const& failure) {
    throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is what is wrong
}

}  // namespace firefly::program
