/// A parameter of a model on a grid, such as the degrees of freedom of Student-t noise: for each of its values all that a chain needs there.
///
///     p(j, θ, z | data) ∝ p_j e^{C_j} π_j(θ, z),   π_j: the density of the set of value v_j,   Σ_z e^{C_j} π_j(θ, z) = p(data, θ | v_j)
///
/// A set (density, kernel, updater, anchor θ*_j, precision H_j, constant C_j) is made when a chain first goes there, once for all chains; others wait.
/// The prior is one of the values on the grid: what is sampled is exact for that.
module;
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

export module firefly.samplers:model_grid;

import firefly.external;
import firefly.core;

namespace firefly {

/// What serves one value.
/// - Kernel and updater go on with the states of those of another value: so these must hold nothing of a density. Theirs are step sizes, rates and
///   counts. The batches of proposals of `independence` would be wrong there.
export template <Density Target, class K, class U>
struct grid_set {
    Target density;  // which chains copy: of z and θ that are of no interest
    K kernel;
    U updater;
    vector anchor;        // θ*
    cholesky precision;   // H = L Lᵀ, the shape of the posterior about there
    double constant = 0;  // C: `missing_constant`
};

/// Values in increasing order, and the logarithms of their prior probabilities, up to a constant. Throws `invalid_argument` for values that are not,
/// for another number of priors, for one that is no number, and for no reach.
void check_grid(std::vector<double> const& values, std::vector<double> const& log_priors, std::size_t reach);
/// Throws `invalid_argument` for the number of a value that a grid of this size does not have.
void check_number(std::size_t j, std::size_t size);

/// A handle: copies share everything.
export template <Density Target, class K, class U>
class model_grid {
public:
    using set_type = grid_set<Target, K, U>;

    /// `make(j)` makes the set of value j, on whichever thread asks first. A move goes `reach` values at most, up or down.
    model_grid(std::vector<double> values, std::vector<double> log_priors, std::function<set_type(std::size_t)> make,
               std::size_t reach = 2)
        : parts_(std::make_shared<parts const>(std::move(values), std::move(log_priors), std::move(make), reach)) {}

    inline std::size_t size() const { return parts_->values.size(); }
    inline std::size_t reach() const { return parts_->reach; }
    inline double value(std::size_t j) const { return parts_->values[j]; }
    inline double log_prior(std::size_t j) const { return parts_->log_priors[j]; }
    inline set_type const& operator[](std::size_t j) const { return *parts_->sets[j]; }
    /// Whether some chain has been there, or was about to.
    inline bool is_made(std::size_t j) const { return parts_->sets[j].is_made(); }

private:
    struct parts {
        std::vector<double> values, log_priors;
        std::vector<lazy<set_type>> sets;
        std::size_t reach;

        parts(std::vector<double> v, std::vector<double> p, std::function<set_type(std::size_t)> const& make, std::size_t most)
            : values(std::move(v)), log_priors(std::move(p)), reach(most) {
            check_grid(values, log_priors, reach);
            for (std::size_t j = 0; j < values.size(); ++j)
                sets.emplace_back(std::function<set_type()>([make, j] { return make(j); }));
        }
    };

    std::shared_ptr<parts const> parts_;
};

}  // namespace firefly
