/// A likelihood, rows and options put together to a model that is ready to be sampled: prior, plan, and what a reader should know of the data.
///
/// The type of the likelihood ends here. It is compiled once for each, in a file of its own (setup/pose), because the plan of a model takes the
/// compiler a minute.
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

module firefly.program.setup:pose;

import firefly.external;
import firefly;
import firefly.program.input;
import :brightness;
import :chain_factory;
import :chosen_rows;
import :count_survey;
import :data_survey;
import :grid_rule;
import :leverage;
import :model_setup;
import :prior_scale;
import :prior_weight;

namespace firefly::program {

/// The prior of this scale, intercepts as the options say: the first column, of each predictor.
composed_prior make_prior(sample_options const& options, double scale);
void print_search(scale_search const& search);
/// Every number of the rows, block by block or as their store knows it, where the columns lay before they were rescaled, and the names of
/// columns and classes.
std::uint64_t hash_data(any_rows const& rows, model_setup const& names);
/// Of the prior, coefficient by coefficient, those of groups left out; infinite where it is flat, or its scale is learned.
std::vector<double> prior_variances(model_setup const& setup);
/// What concerns columns, in one pass.
void survey_columns(any_rows const& rows, model_kind model, model_setup& setup);
/// Whether nothing but successes or nothing but failures happened to row i, on their side of the plane η = 0, with the offset and without; or
/// whether it weighs nothing.
bool is_on_its_side(row_block const& block, std::size_t i, double eta);
/// Whether the row's class has the largest of its predictors, or it weighs nothing.
bool is_on_its_side(row_block const& block, std::size_t i, vector_view eta);
/// Whether a plane separates successes from failures, or classes from each other, in rows with case numbers. False for models of other targets.
bool separates_cases(any_rows const& rows, model_kind model, vector_view theta);
/// What the report shows of how the model fits at the maximum, whose coefficients and cutpoints these are.
void survey_fit(any_rows const& rows, sample_options const& options, vector_view theta, model_setup& setup);
/// What was not found, with one more thing to do about it where columns lie far from zero.
[[noreturn]] void explain(numerical_error const& failure, sample_options const& options);
/// Where it costs next to nothing, or was asked for by asking for a report. `datum` says which row of the data a row of the model is; nothing
/// where they are the same.
std::shared_ptr<bright_watch> watch_brightness(model_setup const& setup, sample_options const& options,
                                               std::function<row_index(row_index)> datum);

/// What rows of a model are made of, and which row of those it is.
template <RowSource Rows>
any_rows const& data_of(Rows const& rows) {
    if constexpr (requires { rows.source(); })
        return rows.source();
    else
        return rows;
}
template <RowSource Rows>
row_index datum_at(Rows const& rows, row_index row) {
    if constexpr (requires { rows.place(row).datum; })
        return rows.place(row).datum;
    else
        return row;
}

/// The Gaussian part of the prior alone, where the model's has something of the data in it.
template <Prior P>
quadratic own_part(P const& prior, vector_view theta) {
    if constexpr (requires { prior.gaussian_part_of_coefficients(theta); })
        return prior.gaussian_part_of_coefficients(theta);
    else
        return prior.gaussian_part(theta);
}

/// The same of coefficients on their own scale, σ as if it were flat, where the sampler has them divided by σ. Learned scales are in units of σ.
template <SeparablePrior P>
quadratic own_part(noise_prior<P> const& prior, vector_view theta) {
    vector gradient = zeros(theta.size()), precision = zeros(theta.size());
    double constant = 0;
    for (std::size_t j = 0; j + 1 < theta.size(); ++j) {
        double const unit = prior.is_learned(j) ? 1 / theta.back() : 1, beta = theta[j] / theta.back();
        coordinate_expansion const own = prior.coefficients().expand(j, beta / unit);
        constant += own.value;
        gradient(j) = own.gradient / unit;
        precision(j) = own.precision / (unit * unit);
    }
    return {constant, gradient, diagonal{precision}};
}

/// H⁻¹ of the parameters as people see them, to first order.
template <Prior P>
matrix seen_covariance(P const&, matrix inverse, vector_view) {
    return inverse;
}
template <SeparablePrior P>
matrix seen_covariance(noise_prior<P> const&, matrix inverse, vector_view theta) {
    for (int side = 0; side < 2; ++side) {  // H⁻¹Jᵀ row by row, turned over; then the same with that
        for (std::size_t i = 0; i < theta.size(); ++i) to_noise_scale(theta, vector_out(&inverse(i, 0), theta.size()));
        for (std::size_t i = 0; i < theta.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) std::swap(inverse(i, j), inverse(j, i));
    }
    return inverse;
}

/// Coefficients and cutpoints of the columns that are sampled; a scale of the noise becomes the setup's.
template <Prior P>
vector seen_maximum(P const&, vector theta, model_setup&) {
    return theta;
}
template <SeparablePrior P>
vector seen_maximum(noise_prior<P> const&, vector theta, model_setup& setup) {
    to_noise_scale(as_out(theta));
    setup.spread = theta(theta.size() - 1);
    return to_vector(as_view(theta).first(theta.size() - 1));
}

/// The scale that was asked for, or the one that predicts best.
template <Likelihood L>
double find_prior_scale(L const& likelihood, any_rows const& rows, sample_options const& options) {
    if (options.prior_scale) return *options.prior_scale;
    auto const search =
        search_prior_scale(likelihood, rows, options.run.seed, [&](double scale) { return make_prior(options, scale); });
    print_search(search);
    return search.best;
}

/// Whether `is_on_its_side(block, i, η)` for all rows, of which `width` is the number of predictors: no row tells of it sooner than the first that is
/// on the wrong side.
template <RowSource Rows>
bool are_on_their_sides(Rows const& rows, std::size_t width, vector_view theta) {
    std::vector<double> eta;
    block_buffer buffer;
    for (std::size_t b = 0; b < block_count(rows); ++b) {
        row_block const block = rows.block(b, buffer);
        eta.resize(block.rows.rows * width);
        predict(block.rows, theta, eta);
        for (std::size_t i = 0; i < block.rows.rows; ++i)
            if (!(width == 1 ? is_on_its_side(block, i, eta[i])
                             : is_on_its_side(block, i, vector_view(eta).subspan(i * width, width))))
                return false;
    }
    return true;
}

/// Whether a plane separates the classes, or successes from failures.
template <Model M>
bool separates(M const& model, model_kind kind, vector_view theta) {
    if constexpr (ModelOf<M, logistic> || ModelOf<M, softmax> || ModelOf<M, probit> || ModelOf<M, cloglog>) {
        auto const& source = model.rows();
        std::vector<double> eta, value;
        block_buffer buffer;
        for (std::size_t b = 0; b < block_count(source); ++b) {
            row_block const block = source.block(b, buffer);
            eta.resize(block.rows.rows * model.likelihood().width());
            value.resize(block.rows.rows);
            predict(block.rows, theta, eta);
            model.likelihood().log_likelihood(block.target, eta, value);
            if (std::ranges::all_of(value, [](double v) { return v > portable::log(0.5); })) continue;
            // Where equal chances are not at η = 0 that plane may separate all the same.
            return separates_cases(data_of(source), kind, theta);
        }
        return true;
    }
    // Rows of an ordinal model are successes, each on its side of a cutpoint.
    if constexpr (ModelOf<M, adjusted_side>) return are_on_their_sides(model.rows(), 1, theta);
    return separates_cases(data_of(model.rows()), kind, theta);
}

/// What concerns rows and prior, from the curvature at the maximum.
template <Model M>
void survey_maximum(M const& model, model_setup& setup) {
    constexpr std::size_t most_parameters = 2000;  // beyond, H⁻¹ takes longer than the rest of set-up
    bool const is_sparse = setup.at->precision.is_sparse();
    if (setup.dimension > most_parameters && !is_sparse) return;
    matrix const inverse = is_sparse ? zeros(0, 0) : setup.at->precision.inverse();
    auto const heaviest = find_heaviest(model, *setup.at, inverse);
    if (heaviest.share > 0) setup.seen.dominant = {datum_at(model.rows(), static_cast<row_index>(heaviest.row)), heaviest.share};
    if (setup.dimension > most_parameters) return;
    vector_view const theta = as_view(setup.at->theta);
    auto const weight = weigh_prior(seen_covariance(model.prior(), is_sparse ? setup.at->precision.inverse() : inverse, theta),
                                    own_part(model.prior(), theta), prior_variances(setup), model.likelihood().width());
    // Cutpoints, behind the coefficients, have a flat prior, and a scale of the noise has one that is next to flat.
    auto const names = setup.names();
    for (std::size_t a = 0; a < weight.narrowing.size(); ++a) {
        if (weight.narrowing[a] > hardly_narrowed)
            setup.seen.uninformed.push_back(names[a]);
        else if (weight.pull[a] > far_pull)
            setup.seen.pulled.push_back(names[a]);
    }
}

/// How counts scatter at the maximum; nothing for other targets.
template <class L>
void survey_target(L const& likelihood, any_rows const& rows, model_setup& setup) {
    constexpr bool is_poisson = std::same_as<L, poisson>;
    if constexpr (std::same_as<L, adjusted<any_family>>) {
        std::visit([&](auto const& family) { survey_target(family, rows, setup); }, likelihood.likelihood().family());
    } else if constexpr (is_poisson || std::same_as<L, negative_binomial>) {
        auto const sums = survey_counts(likelihood, rows, as_view(setup.at->theta));
        setup.seen.zeros = {.found = sums.zeros, .expected = sums.expected_zeros, .error = std::sqrt(sums.zeros_variance)};
        double const free = std::max(1.0, sums.data - static_cast<double>(setup.dimension));
        if (is_poisson) setup.seen.dispersion = {.ratio = sums.pearson / free, .error = std::sqrt(sums.pearson_variance) / free};
    }
}

/// Climbs from θ, where the learned scales of the prior are likely ones.
template <Model M>
conditional_maximum maximum_from(vector const& theta, M model) {
    if constexpr (RescalableModel<M>) {
        model = at_likely_scales(std::move(model));
        return {climb_from(theta, model, newton_settings{}), to_vector(model.prior().reference_scales())};
    } else {
        return {climb_from(theta, model, newton_settings{}), zeros(0)};
    }
}

/// `made` is a plan of the model.
template <Model M, class Plan>
model_setup finish(M const& model, std::shared_ptr<Plan const> made, sample_options const& options, model_setup result) {
    any_rows const& data = data_of(model.rows());
    result.rows = data.rows();
    result.dimension = model.dimension();
    result.data_hash = hash_data(data, result);
    result.chosen = made->chosen();
    result.reasons = made->reasons();
    result.expected = made->expected();
    survey_columns(data, options.model, result);
    if (made->is_anchored()) {
        // Surveys are of the maximum and its curvature: where bounds touch at the mean of a pilot run, regions have the shape of its draws.
        bool const is_moved = made->chosen().anchor == choice(anchor_kind::pilot_mean);
        result.at = is_moved ? climb_from(made->at().theta, model, newton_settings{}) : made->at();
        result.find_maximum = [model = alone(model), theta = made->at().theta] { return maximum_from(theta, model); };
        result.separated = separates(model, options.model, as_view(result.at->theta));
        survey_maximum(model, result);
        survey_target(model.likelihood(), data, result);
        survey_fit(data, options, as_view(seen_maximum(model.prior(), result.at->theta, result)), result);
        result.at = made->at();
    }
    result.chains = {
        .make = [made](chain_options chain) { return made->make_chain(chain); },
        .to_data_scale = result.to_data_scale,
        .watch = watch_brightness(result, options, [rows = alone(model)](row_index n) { return datum_at(rows.rows(), n); })};
    return result;
}

template <Model M>
model_setup put_together(M const& model, sample_options const& options, model_setup result) {
    if constexpr (HasValueOnGrid<likelihood_of<M>>)
        if (!result.on_grid.empty()) {
            grid_rule const rule = grid_rule_of(options.model);
            auto const model_at = [model](double value) { return model.with_likelihood(with_value(model.likelihood(), value)); };
            grid_parameter<M> parameter{.model_at = model_at, .least = rule.least, .most = rule.most, .log_prior = rule.log_prior};
            auto const made = std::make_shared<grid_plan<M> const>(std::move(parameter), options.how);
            result.likeliest_on_grid = made->values().values[made->values().likeliest];
            sample_options at = options;
            (options.samples_nu ? at.nu : result.spread) = result.likeliest_on_grid;
            return finish(made->model(), made, at, std::move(result));
        }
    return finish(model, std::make_shared<plan<M> const>(model, options.how), options, std::move(result));
}

/// The posterior of a likelihood, with the prior that the options ask for.
template <Likelihood L>
model_setup pose(L const& likelihood, any_rows rows, sample_options const& options, model_setup result) try {
    result.prior_scale = find_prior_scale(likelihood, rows, options);
    composed_prior const prior = make_prior(options, result.prior_scale);
    return put_together(posterior(likelihood, prior, std::move(rows)), options, std::move(result));
} catch (numerical_error const& failure) { explain(failure, options); }

/// An ordinal model fitted to some rows and scored by others. `Side` is the likelihood of one logistic row.
template <Likelihood Side>
class ordinal_split {
public:
    using prior_type = ordinal_prior<composed_prior>;

    ordinal_split(Side side, chosen_rows training, chosen_rows test, std::size_t categories, sample_options const& options)
        : side_(std::move(side)),
          training_(std::move(training), categories),
          test_(std::move(test), categories),
          options_(&options) {}

    prior_type prior(double scale) const { return {make_prior(*options_, scale), training_.counts()}; }
    auto model(prior_type const& prior) const { return posterior(side_, prior, training_); }
    double score(vector_view theta) const {
        double sum = log_likelihood(side_, test_, theta);
        vector_view const cutpoints = theta.last(test_.categories() - 1);
        for (std::size_t j = 1; j < cutpoints.size(); ++j)
            sum += test_.counts()(j) * log_one_minus_exp(cutpoints[j] - cutpoints[j - 1]);
        return sum / static_cast<double>(test_.source().rows());
    }

private:
    Side side_;
    ordinal_rows<chosen_rows> training_, test_;
    sample_options const* options_;
};

/// Throws `invalid_argument` where all rows of a category have weight zero. One pass, where there are weights.
void check_category_weights(any_rows const& rows, std::vector<std::string> const& labels);

/// The posterior of an ordinal model: coefficients with the prior that the options ask for, and cutpoints.
template <Likelihood Side>
model_setup pose_ordinal(Side const& side, any_rows rows, sample_options const& options, model_setup result) {
    std::size_t const categories = result.labels.size();
    check_category_weights(rows, result.labels);
    if (options.prior_scale) {
        result.prior_scale = *options.prior_scale;
    } else {
        auto const search = search_prior_scale(rows, options.run.seed, [&](chosen_rows training, chosen_rows test) {
            return ordinal_split(side, std::move(training), std::move(test), categories, options);
        });
        print_search(search);
        result.prior_scale = search.best;
    }
    composed_prior prior = make_prior(options, result.prior_scale);
    return put_together(ordinal_of(side, std::move(prior), std::move(rows), categories), options, std::move(result));
}

extern template model_setup pose_ordinal(adjusted_side const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose_ordinal(logistic const&, any_rows, sample_options const&, model_setup);

extern template model_setup pose(adjusted<any_family> const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(cloglog const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(gamma_likelihood const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(gaussian const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(huber const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(log_cosh const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(logistic const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(negative_binomial const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(poisson const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(probit const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(softmax const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(student_t const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose(weighted_softmax const&, any_rows, sample_options const&, model_setup);

}  // namespace firefly::program
