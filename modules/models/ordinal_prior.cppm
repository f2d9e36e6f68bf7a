/// The prior of an ordinal logit regression, with all else that is a function of θ = (β, c_1, …, c_{K−1}) alone.
///
///     log p(θ) = log p(β) + Σ_j N_j f(Δ_j),   f(Δ) = log(1 − e^{−Δ}),   Δ_j = c_j − c_{j−1},   −∞ unless all Δ_j > 0
///
/// over the categories j in the middle, which have N_j data each, or data whose weights add up to that. The prior of the cutpoints is flat. The
/// sum is what is left of the likelihood when the logistic rows have their part (`ordinal_rows`); it is concave. To second order about c*, with
/// r = 1/(e^Δ* − 1) and u = Δ − Δ*, f ≈ f(Δ*) + ru − ½r(1 + r)u²: that joins the Gaussian part. The rest is
///
///     [log(1 + v) − v + ½v²] + r[1 − e^{−u} − u + ½u²] + ½r²[u² − (1 − e^{−u})²],   v = r(1 − e^{−u})
///
/// of which all three terms have the sign of u, so that nothing cancels near the origin. It is of the order N_j (ru)³/3 = O(N^{−1/2}).
/// About an origin where cutpoints are out of order, such as zero, there is no expansion: the whole of f is remainder there. Scales of the prior of
/// β that are learned (`ScaledPrior`) are those of this prior; cutpoints have none.
/// Cost: O(K), two exponentials and a logarithm per category.
module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.models:ordinal_prior;

import firefly.external;
import firefly.core;
import :coefficient_prior;
import :gaussian_prior;

namespace firefly {

/// Σ_j N_j f(Δ_j) of K − 1 cutpoints.
class category_widths {
public:
    /// The number of data of each category, or the sum of their weights. Throws `invalid_argument` for less than two categories, and where one has none.
    explicit category_widths(vector counts);

    inline std::size_t cutpoints() const { return counts_.size() - 1; }
    inline vector const& counts() const { return counts_; }
    /// To second order about these cutpoints.
    quadratic expansion(vector_view cutpoints) const;
    /// What is left; −∞ for cutpoints that are out of order, never NaN.
    double remainder(vector_view origin, vector_view displacement) const;
    /// Nothing for cutpoints that are out of order.
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const;
    /// The log odds of the cumulative shares: the likeliest cutpoints where β = 0.
    vector likeliest() const;

private:
    vector counts_;
};

/// The `Prior` of (β, c_1, …, c_{K−1}), P being that of β.
export template <Prior P>
class ordinal_prior : public coefficient_prior<P> {
public:
    /// `counts` says how many data each category has, or the sum of their weights. Throws `invalid_argument` for less than two categories, and
    /// where one has no data: nothing would hold its cutpoints.
    ordinal_prior(P coefficients, vector counts) : coefficient_prior<P>(std::move(coefficients)), widths_(std::move(counts)) {}

    inline std::size_t cutpoints() const { return widths_.cutpoints(); }

    /// Throws `invalid_argument` where scales are learned and there are other columns than coefficients.
    quadratic gaussian_part(vector_view origin) const {
        this->check_columns(origin.size() - cutpoints());
        return embedded(coefficients_.gaussian_part(head(origin)), 0, origin.size()) +
               embedded(widths_.expansion(tail(origin)), origin.size() - cutpoints(), origin.size());
    }
    /// That of β alone, without what the data have brought.
    quadratic gaussian_part_of_coefficients(vector_view origin) const {
        return embedded(coefficients_.gaussian_part(head(origin)), 0, origin.size());
    }
    double remainder(vector_view origin, vector_view displacement) const {
        return coefficients_.remainder(head(origin), head(displacement)) + widths_.remainder(tail(origin), tail(displacement));
    }
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
        std::size_t const columns = origin.size() - cutpoints();
        coefficients_.add_remainder_gradient(head(origin), head(displacement), gradient.first(columns));
        widths_.add_remainder_gradient(tail(origin), tail(displacement), gradient.subspan(columns));
    }

    /// Where Newton's method may start: cutpoints in order.
    vector start(std::size_t dimension) const {
        vector theta = zeros(dimension);
        std::ranges::copy(widths_.likeliest(), theta.end() - static_cast<std::ptrdiff_t>(cutpoints()));
        return theta;
    }
    /// For starts alone: β from its prior. A flat prior cannot be drawn from: cutpoints are those of `start`.
    template <Random Source>
    void draw(Source& random, vector_out theta) const
        requires requires(P const& prior) { prior.draw(random, theta); }
    {
        coefficients_.draw(random, theta.first(theta.size() - cutpoints()));
        std::ranges::copy(widths_.likeliest(), theta.last(cutpoints()).begin());
    }
    /// The same for a share of the data.
    ordinal_prior of_share(double share) const { return {coefficients_, share * widths_.counts()}; }

    ordinal_prior with_scales(vector_view scales) const
        requires ScaledPrior<P>
    {
        return {coefficients_.with_scales(scales), widths_.counts()};
    }

private:
    using coefficient_prior<P>::coefficients_;

    inline vector_view head(vector_view theta) const { return theta.first(theta.size() - cutpoints()); }
    inline vector_view tail(vector_view theta) const { return theta.last(cutpoints()); }

    /// A form of some coordinates, from `first` on, as one of all.
    static quadratic embedded(quadratic const& part, std::size_t first, std::size_t dimension) {
        vector gradient = zeros(dimension);
        if (dimension >= least_sparse) {
            sparse_symmetric const own =
                part.dimension() < least_sparse ? sparse_symmetric(part.precision()) : part.sparse_precision();
            std::vector<sparse_symmetric::entry> entries;
            for (std::size_t i = 0; i < part.dimension(); ++i) {
                gradient(first + i) = part.gradient()(i);
                for (std::size_t k = 0; k < own.columns(i).size(); ++k)
                    entries.push_back({first + i, first + own.columns(i)[k], own.values(i)[k]});
                entries.push_back({first + i, first + i, own.diagonal()(i)});
            }
            return {part.constant(), gradient, sparse_symmetric(dimension, entries)};
        }
        matrix const own = part.precision();
        matrix precision = zeros(dimension, dimension);
        for (std::size_t i = 0; i < part.dimension(); ++i) {
            gradient(first + i) = part.gradient()(i);
            for (std::size_t j = 0; j < part.dimension(); ++j) precision(first + i, first + j) = own(i, j);
        }
        return {part.constant(), gradient, precision};
    }

    category_widths widths_;
};

static_assert(Prior<ordinal_prior<gaussian_prior>>);

}  // namespace firefly
