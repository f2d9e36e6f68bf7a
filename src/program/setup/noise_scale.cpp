module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :datum;

namespace firefly::program {

namespace {

struct noise {
    std::function<double(double)> weight;  // ρ'(u)/u, by u²
    bool is_expanded = false;              // s² is over Σ w and not over N
};

noise noise_of(sample_options const& options) {
    if (has_degrees_of_freedom(options.model)) return {[nu = options.nu](double square) { return (nu + 1) / (nu + square); }, true};
    if (has_threshold(options.model))
        return {[k = options.threshold](double square) { return square <= k * k ? 1 : k / std::sqrt(square); }};
    if (options.model == model_kind::log_cosh)
        return {[](double square) { return square < 1e-16 ? 1 : portable::tanh(std::sqrt(square)) / std::sqrt(square); }};
    return {[](double) { return 1.0; }};
}

struct noisy_fit {
    vector theta;
    double square = 0;  // s²; 0: not known yet, all weights are one, and the next step is that of least squares
    double target = 0;  // mean of t²
    std::size_t passes = 0;
};

/// Of G. The ridge keeps it regular: collinear columns share what they explain, a column of zeros gets no coefficient.
cholesky regular_factor(quadratic const& sums) {
    constexpr double ridge = 1e-10;
    vector more = sums.precision_diagonal();
    for (double& own : more) own = own > 0 ? ridge * own : 1;
    if (sums.is_sparse()) {
        sparse_symmetric gram = sums.sparse_precision();
        gram.add_diagonal(as_view(more));
        return cholesky(std::move(gram));
    }
    matrix gram = sums.precision();
    for (std::size_t j = 0; j < gram.shape(0); ++j) gram(j, j) += more(j);
    return cholesky(std::move(gram));
}

/// One step. The new s² belongs to the new θ: Σ w (r − x·d)² = Σ w r² − g·d for d = G⁻¹ g. False if no
/// residual was left but rounding errors.
template <RowSource Source>
bool step(Source const& rows, noise const& about, noisy_fit& fit) {
    row_share const part = share_of(rows);
    // One sum per block, added in the order of the blocks: threads finish in any order.
    std::vector<double> weight_of(blocks_of(part.size()));
    auto const sums = sum_quadratics(rows, [&](row_block const& block, quadratic_terms terms) {
        std::vector<double> predictor(block.rows.rows);
        predict(block.rows, as_view(fit.theta), predictor);
        double sum = 0;
        for (std::size_t i = 0; i < predictor.size(); ++i) {
            auto const [target, offset, often] = datum_of(block, i);
            double const residual = target - offset - predictor[i];
            double const weight = often * (fit.square == 0 ? 1 : about.weight(residual * residual / fit.square));
            terms.constant[i] = weight * residual * residual;
            terms.slope[i] = weight * residual;
            terms.weight[i] = weight;
            sum += about.is_expanded ? weight : often;
        }
        weight_of[part.place(block.first) / block_rows] = sum;
    });
    weight_of = part.gather(std::move(weight_of));
    double const weights = std::accumulate(weight_of.begin(), weight_of.end(), 0.0);
    vector move = sums.gradient();
    regular_factor(sums).solve(as_out(move));
    double const before = sums.constant() / weights;
    fit.square = (sums.constant() - dot(as_view(sums.gradient()), as_view(move))) / weights;
    // A difference that is this small against its terms has lost its digits. From the new θ, the next step will know it.
    if (!(fit.square > 1e-8 * before)) fit.square = 0;
    fit.theta += move;
    ++fit.passes;
    if (fit.target == 0) fit.target = before;  // the first step: θ is zero
    return before > 1e-24 * fit.target;
}

/// Until log s moves by less than 1e-6: a hundredth of its standard error with 10⁸ rows. False if there is no noise.
template <RowSource Source>
bool climb(Source const& rows, noise const& about, noisy_fit& fit) {
    constexpr std::size_t most_passes = 500;
    for (double before = infinity; std::abs(portable::log(fit.square / before)) > 2e-6 && fit.passes < most_passes;) {
        before = fit.square == 0 ? infinity : fit.square;
        if (!step(rows, about, fit)) return false;
    }
    return fit.square > 0;
}

}  // namespace

std::optional<dispersion_estimate> likeliest_noise_scale(any_rows const& rows, sample_options const& options) {
    noise const about = noise_of(options);
    noisy_fit const start{zeros(rows.columns())};
    noisy_fit fit = start;
    if (has_many_blocks(rows) && !climb(block_sample(rows, 10), about, fit)) fit = start;
    fit.passes = 0;
    if (!climb(rows, about, fit)) return std::nullopt;
    return dispersion_estimate{std::sqrt(fit.square), fit.passes};
}

}  // namespace firefly::program
