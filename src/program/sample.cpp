module;
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

data_set read_data(sample_options const& options) {
    read_options const how{.target = options.target,
                           .features = options.features,
                           .intercept = !options.no_intercept,
                           .kind = target_kind::classes,
                           .class_count = 2};
    auto const extension = std::filesystem::path(options.data).extension();
    if (extension == ".csv") return read_csv(options.data, how);
    if (extension == ".npy") return read_npy(options.data, how);
    throw data_error(fmt::format("{}: cannot tell the format from the name; use a file that ends in .csv or .npy", options.data));
}

using logistic_posterior = posterior<logistic, gaussian_prior, dense_rows>;

/// The paper's untuned algorithm: all bounds touch at ξ = 1.5, q = 0.1, isotropic steps, from θ = 0.
chain_maker untuned_chains(logistic_posterior const& model) {
    joint const target(model, jaakkola_jordan::untuned(model));
    random_walk const kernel({.step = 0.1});
    implicit_update const updater({.q = 0.1});
    fmt::print("Bound: Jaakkola-Jordan, untuned (xi = 1.5). Kernel: random walk, isotropic. Updater: implicit, q = 0.1.\n");
    return [=](chain_options o) { return firefly_chain(target, kernel, updater, o, as_view(zeros(model.dimension()))); };
}

/// Everything at the maximum of the posterior.
chain_maker anchored_chains(logistic_posterior const& model, sample_options const& options) {
    plan const chosen(model);
    fmt::print("Maximum of the posterior found in {} passes over the data.\n", chosen.at().passes);
    if (options.algorithm == "regular") {
        fmt::print("Regular MCMC: {} queries an evaluation. Kernel: random walk shaped by the posterior.\n", model.rows().rows());
        return [=](chain_options o) { return draws(chosen.make_regular_chain(o)); };
    }
    fmt::print("Bound: Jaakkola-Jordan, anchored there. Kernel: random walk shaped by the posterior. Updater: {}.\n"
               "Expected bright data: {:.1f} of {}.\n",
               options.updater == "gibbs" ? std::string("full Gibbs") : fmt::format("implicit, q = {:.2g}", chosen.expected().q),
               chosen.expected().bright, model.rows().rows());
    if (options.updater == "gibbs")
        return [=](chain_options o) {
            return firefly_chain(chosen.target(), chosen.kernel(), full_gibbs{}, o, as_view(laplace_draw(chosen.at(), o)));
        };
    return [=](chain_options o) { return draws(chosen.make_chain(o)); };
}

/// One file a chain, each finished when its chain ends.
class output_files {
public:
    output_files(sample_options const& options, std::size_t dimension) {
        if (options.output.empty()) return;
        auto const paths = chain_paths(options.output, options.run.chains);
        for (std::size_t i = 0; i < paths.size(); ++i)
            writers_.push_back(std::make_unique<stan_csv_writer>(paths[i],
                                                                 stan_csv_header{.model = options.model,
                                                                                 .algorithm = options.algorithm == "regular" ? "regular" : "flymc",
                                                                                 .engine = "random-walk",
                                                                                 .warm_up = options.run.warm_up,
                                                                                 .draws = options.run.draws,
                                                                                 .thin = options.run.thin,
                                                                                 .chain = i + 1,
                                                                                 .seed = options.run.seed},
                                                                 stan_names("beta", dimension)));
    }

    /// Writes every `thin`-th draw of chain i.
    draw_sink sink(std::size_t i, std::uint64_t thin) {
        if (writers_.empty()) return [](draw const&) {};
        return [writer = writers_[i].get(), thin, drawn = std::uint64_t{0}](draw const& current) mutable {
            if (current.warm_up) return;
            if (drawn == 0) writer->end_of_warm_up(current.step);
            if (drawn++ % thin == 0) writer->append(current);
        };
    }

    void finish(std::vector<chain_result> const& chains) {
        for (std::size_t i = 0; i < writers_.size(); ++i) writers_[i]->finish(chains[i].warm_up_seconds, chains[i].seconds);
    }

private:
    std::vector<std::unique_ptr<stan_csv_writer>> writers_;
};

void print_outcome(std::vector<chain_result> const& chains, std::vector<std::string> const& names) {
    auto const lines = summarise_all(chains, names);
    if (lines.empty()) {
        fmt::print("\nNo draws after warm-up.\n");
        return;
    }
    fmt::print("\n{}\n", format_table(lines));
    fmt::print("Per iteration: {:.4g} bright data, {:.4g} likelihood queries, acceptance {:.2g}.\n",
               per_iteration(chains, &chain_result::bright), per_iteration(chains, &chain_result::queries),
               per_iteration(chains, &chain_result::acceptance));
    double worst = 1;
    for (auto const& line : lines) worst = std::max(worst, line.r_hat);
    double const least = least_effective(lines);
    // Vehtari et al. 2021: R-hat below 1.01 and 100 effective draws a chain.
    double const enough = 100 * static_cast<double>(chains.size());
    if (worst > 1.01) fmt::print("Warning: R-hat is up to {:.3g}: the chains do not agree yet. Ask for more --draws and --warmup.\n", worst);
    if (least < enough)
        fmt::print("Warning: only {:.0f} effective draws for some parameter; ask for more --draws (with --thin to keep files small).\n", least);
}

}  // namespace

int sample(sample_options const& options) {
    data_set data = read_data(options);
    std::vector<std::string> const names = data.columns;
    fmt::print("Data: {} rows, {} columns, {} = \"{}\" against \"{}\" (class 1 is \"{}\").\n", data.features.shape(0), names.size(),
               data.target_name, data.labels[1], data.labels[0], data.labels[1]);
    logistic_posterior const model(logistic{}, gaussian_prior(options.prior_scale), dense_rows(std::move(data)));
    chain_maker const make = options.anchor == "none" && options.algorithm == "firefly" ? untuned_chains(model) : anchored_chains(model, options);

    output_files files(options, model.dimension());
    auto const chains = run_chains(make, options.run, [&](std::size_t i) { return files.sink(i, options.run.thin); });
    files.finish(chains);
    print_outcome(chains, names);
    return stop_requested ? 130 : 0;
}

}  // namespace firefly::program
