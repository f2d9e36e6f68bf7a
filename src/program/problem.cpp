module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

data_set read_data(sample_options const& options) {
    read_options how{.target = options.target, .features = options.features, .intercept = !options.no_intercept};
    how.kind = options.model == "robust" ? target_kind::numeric : target_kind::classes;
    if (options.model == "logistic") how.class_count = 2;
    auto const extension = std::filesystem::path(options.data).extension();
    if (extension == ".csv") return read_csv(options.data, how);
    if (extension == ".npy") return read_npy(options.data, how);
    throw data_error(fmt::format("{}: cannot tell the format from the name; use a file that ends in .csv or .npy", options.data));
}

any_prior make_prior(sample_options const& options) {
    if (options.prior == "laplace") return any_prior(laplace_prior(options.prior_scale));
    return any_prior(gaussian_prior(options.prior_scale));
}

[[noreturn]] void wrong_bound(sample_options const& options, char const* offered) {
    throw invalid_argument(
        fmt::format("--bound {}: not a bound of the {} model; use {} or auto", options.bound, options.model, offered));
}

double radius_of(sample_options const& options, std::size_t dimension) {
    return options.region == "auto" ? region_radius(dimension, plan_settings{}.outside) : std::stod(options.region);
}

/// The region within which the bound is sharp; nothing where there is to be none.
std::optional<ellipsoid> make_region(sample_options const& options, anchor const& at) {
    if (options.region == "none") return {};
    return ellipsoid(at.precision, radius_of(options, at.theta.size()));
}

/// A bound of this kind as the options say: sharp within a region, anchored, or untuned.
template <class B, Model M>
B make_bound(M const& model, sample_options const& options, std::optional<anchor> const& at) {
    if (!at) return B::untuned(model);
    auto region = make_region(options, *at);
    return region ? B::anchored(model, at->theta, std::move(*region)) : B::anchored(model, at->theta);
}

/// Calls `use(bound)` with the bound that was asked for, anchored or not.
template <LogisticModel M, class Use>
void with_bound(M const& model, sample_options const& options, std::optional<anchor> const& at, Use const& use) {
    if (options.bound != "auto" && options.bound != "jaakkola-jordan") wrong_bound(options, "jaakkola-jordan");
    use(make_bound<jaakkola_jordan>(model, options, at), "Jaakkola-Jordan");
}

template <RobustModel M, class Use>
void with_bound(M const& model, sample_options const& options, std::optional<anchor> const& at, Use const& use) {
    if (options.bound != "auto" && options.bound != "student-t") wrong_bound(options, "student-t");
    use(make_bound<student_t_bound>(model, options, at), "Student-t");
}

template <SoftmaxModel M, class Use>
void with_bound(M const& model, sample_options const& options, std::optional<anchor> const& at, Use const& use) {
    // Jebara and Choromanska's is mostly the tighter one; its statistics have (KD)² numbers.
    if (options.bound == "jebara-choromanska" || options.bound == "auto")
        use(make_bound<jebara_choromanska>(model, options, at), "Jebara-Choromanska");
    else if (options.bound == "bohning")
        use(make_bound<bohning>(model, options, at), "Bohning");
    else
        wrong_bound(options, "bohning, jebara-choromanska");
}

/// The chain's own starting point: where the posterior is when that is known, a draw from the prior otherwise.
template <Model M>
std::function<vector(chain_options const&)> make_start(M const& model, sample_options const& options,
                                                       std::optional<anchor> const& at) {
    if (!at && (options.start == "map" || options.start == "laplace"))
        throw invalid_argument(fmt::format("--start {}: there is no maximum with --anchor none; use --start prior", options.start));
    if (options.start == "map") return [theta = at->theta](chain_options const&) { return theta; };
    if (options.start == "prior" || !at) return [model](chain_options const& chain) { return prior_draw(model, chain); };
    return [at = *at](chain_options const& chain) { return laplace_draw(at, chain); };
}

/// Whether a plane separates the classes: no row tells of it sooner than the first that is on the wrong side.
template <Model M>
bool separates(M const& model, vector_view theta) {
    if constexpr (LogisticModel<M> || SoftmaxModel<M>) {
        auto const& source = model.rows();
        std::vector<double> eta, value;
        block_buffer buffer;
        for (std::size_t b = 0; b < block_count(source); ++b) {
            row_block const block = source.block(b, buffer);
            eta.resize(block.target.size() * model.likelihood().width());
            value.resize(block.target.size());
            predict(block.rows, theta, eta);
            model.likelihood().log_likelihood(block.target, eta, value);
            if (std::ranges::any_of(value, [](double v) { return v <= std::log(0.5); })) return false;
        }
        return true;
    }
    return false;
}

/// Where it costs next to nothing, or was asked for by asking for a report.
void watch_brightness(problem& posed, sample_options const& options) {
    bool const fireflies = !options.leaves_the_choice() || posed.sampler == method::bright_gibbs;
    bool const few = posed.expected && posed.expected->bright <= 1000;
    if (fireflies && (few || !options.report.empty()))
        posed.watch = std::make_shared<bright_watch>(options.run.chains, options.run.thin);
}

template <Model M>
problem put_together(M const& model, sample_options const& options, problem result) {
    result.rows = model.rows().rows();
    result.dimension = model.dimension();
    if (options.leaves_the_choice()) {
        auto const chosen = std::make_shared<plan<M> const>(model);
        result.at = chosen->at();
        result.sampler = chosen->chosen();
        result.expected = chosen->expected();
        if (chosen->target().bound().regions() > 1) result.region_radius = region_radius(result.dimension, plan_settings{}.outside);
        result.separated = separates(model, as_view(result.at->theta));
        if (result.sampler == method::bright_gibbs) result.bound = default_bound_name(model);
        result.reasons = chosen->reasons();
        watch_brightness(result, options);
        result.planned = [chosen, watch = result.watch](chain_options chain) {
            return watch ? watched_draws(chosen->make_chain(chain), watch, chain.chain) : chosen->draws(chain);
        };
        return result;
    }
    if (options.anchor == "map") {
        result.at = find_map(model);
        result.separated = separates(model, as_view(result.at->theta));
    }
    result.start = make_start(model, options, result.at);
    if (options.is_regular()) {
        result.regular = [model](vector_view theta) { return any_density(regular_density(model, theta)); };
        return result;
    }
    with_bound(model, options, result.at, [&](auto bound, char const* name) {
        joint target(model, std::move(bound));
        if (result.at) result.expected = predict_cost(target, *result.at);
        watch_brightness(result, options);
        if (result.at && options.region != "none") result.region_radius = radius_of(options, result.dimension);
        result.bound = name;
        result.firefly = [target](vector_view theta) { return any_firefly_density(firefly_density(target, theta)); };
        if (result.at) result.tables = [target, at = result.at] { return survey(target, at->precision); };
    });
    return result;
}

}  // namespace

problem make_problem(sample_options const& options) {
    data_set data = read_data(options);
    any_prior const prior = make_prior(options);
    problem result{};
    result.columns = data.columns;
    result.target = data.target_name;
    result.labels = data.labels;
    fmt::print("Data: {} rows, {} columns; target {}", data.features.shape(0), data.columns.size(), data.target_name);
    if (options.model == "softmax") {
        result.classes = data.labels;
        fmt::print(" with {} classes.\n", data.labels.size());
        for (auto const& label : data.labels)
            for (auto const& column : data.columns) result.names.push_back(fmt::format("{}:{}", label, column));
        return put_together(posterior(softmax(data.labels.size()), prior, dense_rows(std::move(data))), options, std::move(result));
    }
    result.names = data.columns;
    if (options.model == "robust") {
        fmt::print(".\n");
        student_t const likelihood({.degrees_of_freedom = options.nu, .scale = options.noise_scale});
        return put_together(posterior(likelihood, prior, dense_rows(std::move(data))), options, std::move(result));
    }
    fmt::print(" = \"{}\" against \"{}\".\n", data.labels[1], data.labels[0]);
    return put_together(posterior(logistic{}, prior, dense_rows(std::move(data))), options, std::move(result));
}

}  // namespace firefly::program
