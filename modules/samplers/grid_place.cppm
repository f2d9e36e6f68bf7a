/// Where a chain stands on a grid of models, and the move to a neighbour that keeps z and the whitened displacement from the anchor.
///
///     j → k = j ± 1, …, j ± reach, each with the same probability, refused beyond an end of the grid
///     d = θ − θ*_j,   w = L_jᵀ d,   d' = L_k⁻ᵀ w,   θ' = θ*_k + d',   H_j = L_j L_jᵀ
///     accept with  C_k + log p_k + log π_k(θ', z) − log|L_k|  −  [C_j + log p_j + log π_j(θ, z) − log|L_j|]
///
/// dθ'/dθ = |L_j|/|L_k| is the Jacobian of the map, and the way back has the same w: so the move leaves p(j, θ, z) invariant (Green 1995, between models
/// of one dimension). w is about a standard normal in every model; a θ that stayed where it is would be far from the next anchor, which is some standard
/// deviations away where data are many. Cost: M queries, O(MD + D²), no pass over the data but for a set that is made.
module;
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:grid_place;

import firefly.external;
import firefly.core;
import :handover;
import :model_grid;

namespace firefly {

/// The value, and the density that stands there.
export template <Density Target, class K, class U>
class grid_place {
public:
    /// At value j, where this density stands, which is one of its set.
    grid_place(model_grid<Target, K, U> grid, std::size_t j, Target density)
        : grid_(std::move(grid)), proposal_(zeros(density.dimension())), densities_(grid_.size()) {
        go_to(j, std::move(density));
    }

    /// Which value it is.
    inline std::size_t number() const { return number_; }
    inline double value() const { return grid_.value(number_); }
    inline Target& density() { return *densities_[number_]; }
    inline Target const& density() const { return *densities_[number_]; }
    inline auto const& set() const { return grid_[number_]; }
    inline model_grid<Target, K, U> const& grid() const { return grid_; }
    /// Of (j, θ, z), up to a constant: log densities of different values can be compared.
    inline double log_density() const { return set().constant + grid_.log_prior(number_) + density().current().log_density; }

    /// To where another chain stood. Throws `invalid_argument` for a number that is none of this grid's.
    void go_to(std::size_t j, Target density) {
        check_number(j, grid_.size());
        densities_[j] = std::make_unique<Target>(std::move(density));
        number_ = j;
    }

    /// Leaves p(j, θ, z) invariant. Gives the number of queries.
    template <Random Source>
    inline std::uint64_t move(Source& random) {
        std::size_t const reach = grid_.reach(), way = random.pick(2 * reach);
        std::size_t const distance = way < reach ? reach - way : way - reach + 1;
        if (way < reach ? distance > number_ : distance >= grid_.size() - number_) return 0;
        std::size_t const other = way < reach ? number_ - distance : number_ + distance;
        Target& there = density_of(other);
        std::uint64_t const before = there.queries();
        double const log_density = handover::pass_on(density(), there, displaced(other));
        double const log_ratio = (weight(other) + log_density) - (weight(number_) + density().current().log_density);
        if (random.accept(log_ratio)) number_ = other;
        return there.queries() - before;
    }

private:
    /// C + log p − log|L|.
    inline double weight(std::size_t j) const {
        return grid_[j].constant + grid_.log_prior(j) - grid_[j].precision.log_determinant() / 2;
    }

    /// θ'.
    inline vector_view displaced(std::size_t other) {
        vector_out const theta = as_out(proposal_);
        subtract(as_view(density().current().theta), as_view(set().anchor), theta);
        set().precision.multiply_upper(theta);
        grid_[other].precision.solve_upper(theta);
        add(theta, as_view(grid_[other].anchor), theta);
        return theta;
    }

    /// The chain's own of a value, made when it first looks there.
    inline Target& density_of(std::size_t j) {
        if (!densities_[j]) densities_[j] = std::make_unique<Target>(grid_[j].density);
        return *densities_[j];
    }

    model_grid<Target, K, U> grid_;
    vector proposal_;
    std::vector<std::unique_ptr<Target>> densities_;
    std::size_t number_ = 0;
};

}  // namespace firefly
