module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;

namespace firefly::program {

namespace {

/// The prior of this scale, its intercepts as the options say.
any_prior make_prior(sample_options const& options, double scale, std::size_t columns) {
    double const ratio = options.intercept_scale.value_or(scale) / scale;
    if (options.prior == prior_kind::laplace) return any_prior(laplace_prior(scale), ratio, columns);
    return any_prior(gaussian_prior(scale), ratio, columns);
}

void print_search(scale_search const& search) {
    fmt::print("Prior scale by the log score of {} held-out rows, one in five ({} passes over the others):\n", search.held_out,
               search.passes);
    for (auto const& [scale, score] : search.scores)
        fmt::print("{:>8g}  {}{}\n", scale, score ? fmt::format("{:12.6f} a row", *score) : "  no maximum",
                   scale == search.best ? "  chosen" : "");
}

/// The scale that was asked for, or the one that predicts best.
template <Likelihood L>
double find_prior_scale(L const& likelihood, any_rows const& rows, sample_options const& options) {
    if (options.prior_scale) return *options.prior_scale;
    auto const search = search_prior_scale(likelihood, rows, options.run.seed,
                                           [&](double scale) { return make_prior(options, scale, rows.columns()); });
    print_search(search);
    return search.best;
}

double find_noise_scale(any_rows const& rows, sample_options const& options) {
    if (options.noise_scale) return *options.noise_scale;
    auto const [scale, passes] = likeliest_noise_scale(rows, options.nu);
    fmt::print("Noise scale: {:.6g}, the likeliest, found in {} passes over the data. It is held fixed.\n", scale, passes);
    return scale;
}

[[noreturn]] void wrong_bound(sample_options const& options, char const* offered) {
    throw invalid_argument(
        fmt::format("--bound {}: not a bound of the {} model; use {} or auto", options.bound, name_of(options.model), offered));
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

std::uint64_t hash_block(row_block const& block) {
    checksum sum;
    for (std::size_t r = 0; r < block.rows.rows; ++r)
        for (double const value : block.rows.row(r)) sum.add(value);
    for (double const value : block.target) sum.add(value);
    return sum.value();
}

/// Every number of the rows, block by block or as their store knows it, and the names of columns and classes.
std::uint64_t hash_data(any_rows const& rows, model_setup const& names) {
    checksum sum;
    sum.add(rows.rows());
    if (auto const stored = rows.stored_hash()) {
        sum.add(*stored);
    } else {
        row_share const part = share_of(rows);
        std::vector<std::uint64_t> blocks(blocks_of(part.size()));
        for_each_block(rows, [&](row_block const& block) { blocks[part.place(block.first) / block_rows] = hash_block(block); });
        for (std::uint64_t const block : part.gather(std::move(blocks))) sum.add(block);
    }
    for (auto const& name : names.names) sum.add(std::string_view(name));
    for (auto const& name : names.classes) sum.add(std::string_view(name));
    return sum.value();
}

/// The chains of a plan. Its kernels on all data are made as the plan makes them.
template <class Plan>
chain_factory planned_chains(std::shared_ptr<Plan const> chosen, std::shared_ptr<bright_watch> watch) {
    auto const regular = [chosen](auto make, auto kernel) {
        using chain_type = typename decltype((*chosen.*make)(chain_options{}))::element_type;
        return chain_factory{[chosen, make](chain_options chain) { return run((*chosen.*make)(chain)); },
                             [chosen, kernel](std::string_view saved) {
                                 return run(resume_regular_chain(chosen->target().model(), kernel, load_state<chain_type>(saved)));
                             }};
    };
    preconditioner const shape(chosen->at().precision);
    switch (chosen->chosen()) {
        case method::independence: return regular(&Plan::make_independence_chain, independence({chosen->at().theta, shape}));
        case method::elliptical_slice: return regular(&Plan::make_regular_chain, elliptical_slice({chosen->at().theta, shape}));
        default:
            using chain_type = typename decltype(chosen->make_chain(chain_options{}))::element_type;
            return {[chosen, watch](chain_options chain) { return run(chosen->make_chain(chain), watch); },
                    [chosen, watch](std::string_view saved) {
                        return run(resume_firefly_chain(chosen->target(), chosen->kernel(), chosen->updater(),
                                                        load_state<chain_type>(saved)),
                                   watch);
                    }};
    }
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
void watch_brightness(model_setup& setup, sample_options const& options) {
    bool const fireflies = !options.leaves_the_choice() || setup.sampler == method::bright_gibbs;
    bool const few = setup.expected && setup.expected->bright <= 1000;
    if (fireflies && (few || !options.report.empty()))
        setup.watch = std::make_shared<bright_watch>(options.run.chains, options.run.thin);
}

template <Model M>
model_setup put_together(M const& model, sample_options const& options, model_setup result) {
    result.rows = model.rows().rows();
    result.dimension = model.dimension();
    result.data_hash = hash_data(model.rows(), result);
    if (options.leaves_the_choice()) {
        auto const chosen = std::make_shared<plan<M> const>(model, plan_settings{.rough_anchor = !options.exact_maximum});
        result.at = chosen->at();
        result.sampler = chosen->chosen();
        result.expected = chosen->expected();
        if (chosen->target().bound().regions() > 1) result.region_radius = region_radius(result.dimension, plan_settings{}.outside);
        result.separated = separates(model, as_view(result.at->theta));
        if (result.sampler == method::bright_gibbs) result.bound = default_bound_name(model);
        result.reasons = chosen->reasons();
        watch_brightness(result, options);
        result.planned = planned_chains(chosen, result.watch);
        return result;
    }
    if (options.anchor == "map") {
        result.at = find_map(model);
        result.separated = separates(model, as_view(result.at->theta));
    }
    result.start = make_start(model, options, result.at);
    if (options.is_regular()) {
        result.regular = [model](vector_view theta) { return any_density(regular_density(model, theta)); };
        result.saved_regular = [model](density_state const& saved) { return any_density(regular_density(model, saved)); };
        return result;
    }
    with_bound(model, options, result.at, [&](auto bound, char const* name) {
        joint target(model, std::move(bound));
        if (result.at) result.expected = predict_cost(target, *result.at);
        watch_brightness(result, options);
        if (result.at && options.region != "none") result.region_radius = radius_of(options, result.dimension);
        result.bound = name;
        result.firefly = [target](vector_view theta) { return any_firefly_density(firefly_density(target, theta)); };
        result.saved_firefly = [target](density_state const& saved) { return any_firefly_density(firefly_density(target, saved)); };
        if (result.at) result.tables = [target, at = result.at] { return survey(target, at->precision); };
    });
    return result;
}

/// The posterior of a likelihood, with the prior that the options ask for.
template <Likelihood L>
model_setup pose(L const& likelihood, any_rows rows, sample_options const& options, model_setup result) {
    result.prior_scale = find_prior_scale(likelihood, rows, options);
    any_prior const prior = make_prior(options, result.prior_scale, rows.columns());
    return put_together(posterior(likelihood, prior, std::move(rows)), options, std::move(result));
}

}  // namespace

model_setup set_up_model(sample_options const& options, processes const& all) {
    if (options.no_intercept && options.intercept_scale)
        throw invalid_argument("--intercept-scale: there is no intercept with --no-intercept; leave one of them out");
    set_pass_threads(options.run.threads);
    auto [rows, columns, target, labels, categories, to_data_scale, in_four_bytes] = read_share(options, all);
    model_setup result{};
    result.columns = columns;
    result.target = target;
    result.labels = labels;
    result.categories = categories;
    result.to_data_scale = to_data_scale;
    result.in_four_bytes = in_four_bytes;
    fmt::print("Data: {} rows, {} columns; target {}", rows.rows(), columns.size(), target);
    if (options.model == model_kind::logistic) fmt::print(" = \"{}\" against \"{}\"", labels[1], labels[0]);
    if (options.model == model_kind::softmax) fmt::print(" with {} classes", labels.size());
    fmt::print(".\n");

    if (options.model == model_kind::softmax) {
        result.classes = labels;
        for (auto const& label : labels)
            for (auto const& column : columns) result.names.push_back(fmt::format("{}:{}", label, column));
        return pose(softmax(labels.size()), std::move(rows), options, std::move(result));
    }
    result.names = columns;
    if (options.model == model_kind::logistic) return pose(logistic{}, std::move(rows), options, std::move(result));
    result.noise_scale = find_noise_scale(rows, options);
    student_t const likelihood({.degrees_of_freedom = options.nu, .scale = result.noise_scale});
    return pose(likelihood, std::move(rows), options, std::move(result));
}

}  // namespace firefly::program
