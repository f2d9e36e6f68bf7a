/// What learned scales bring to the log density of (θ, log s), beyond the prior's Gaussian part at the reference scales s*.
///
///     R(θ, s) = Σ_g [ log p(log s_g | the scale above it) − J_g log s_g − ½ Δ_g ‖β_g‖² ],   Δ_g = 1/s_g² − 1/s*_g²
///
/// A function of θ and s alone: it stands where the remainder of a prior stands. As a form in d = θ − θ* it is what `scaled_gaussian` adds to the
/// pseudo-prior: Δ to the precision, −Δθ* to the gradient, −½θ*ᵀΔθ* and the rest to the constant. Scales above others have no coordinates of their own;
/// they and all below them are a family, which moves by one number where θ does not stay. Cost: O(D).
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:scale_terms;

import firefly.external;
import firefly.core;

namespace firefly {

template <ScaledPrior P>
class scale_terms {
public:
    scale_terms(P prior, std::size_t dimension) : prior_(std::move(prior)), members_(prior_.scale_count()) {
        for (std::size_t i = 0; i < dimension; ++i)
            if (std::size_t const g = prior_.scale_of(i); g < count()) members_[g].push_back(i);
        for (double const scale : prior_.reference_scales()) {
            log_reference_.push_back(portable::log(scale));
            reference_precision_.push_back(1 / (scale * scale));
        }
        families_.resize(count());
        below_.resize(count());
        for (std::size_t g = 0; g < count(); ++g) {
            std::size_t head = g;
            while (prior_.scale_above(head) < count()) head = prior_.scale_above(head);
            families_[head].push_back(g);
            if (head != g) below_[prior_.scale_above(g)].push_back(g);
        }
    }

    inline std::size_t count() const { return members_.size(); }
    /// Where there is none above it: it and all below it.
    inline std::span<std::size_t const> family(std::size_t g) const { return families_[g]; }
    /// J_g of them together.
    inline std::size_t size(std::size_t g) const {
        std::size_t sum = 0;
        for (std::size_t const k : families_[g]) sum += members_[k].size();
        return sum;
    }
    /// log s*.
    inline std::vector<double> const& log_reference() const { return log_reference_; }

    /// R.
    inline double value(vector_view theta, vector_view log_scales) const {
        double sum = 0;
        for (std::size_t g = 0; g < count(); ++g)
            sum += of_scale(g, log_scales[g], above(g, log_scales)) - excess(g, log_scales[g]) * squares(g, theta) / 2;
        return std::isnan(sum) ? -infinity : sum;  // 0·∞, beyond all numbers
    }

    /// Its terms in log s_g = x: the density of log s_g given θ and the other scales.
    inline double given_theta(std::size_t g, double x, vector_view log_scales, vector_view theta) const {
        double sum = of_scale(g, x, above(g, log_scales)) - portable::exp(-2 * x) * squares(g, theta) / 2;
        for (std::size_t const k : below_[g]) sum += prior_.log_scale_density(k, log_scales[k], x);
        return std::isnan(sum) ? -infinity : sum;
    }

    /// Its terms in log s alone.
    inline double of_scales(vector_view log_scales) const {
        double sum = 0;
        for (std::size_t g = 0; g < count(); ++g) sum += of_scale(g, log_scales[g], above(g, log_scales));
        return sum;
    }

    /// ∂R/∂θ.
    inline void add_gradient(vector_view theta, vector_view log_scales, vector_out gradient) const {
        for (std::size_t g = 0; g < count(); ++g) {
            double const more = excess(g, log_scales[g]);
            for (std::size_t const i : members_[g]) gradient[i] -= more * theta[i];
        }
    }

    /// Δ of each coordinate: zero for those that no learned scale has to do with.
    inline void fill_excess(vector_view log_scales, vector_out diagonal) const {
        std::ranges::fill(diagonal, 0.0);
        for (std::size_t g = 0; g < count(); ++g) {
            double const more = excess(g, log_scales[g]);
            for (std::size_t const i : members_[g]) diagonal[i] = more;
        }
    }

    /// β ← factor · β for the family of g.
    inline void stretch(std::size_t g, double factor, vector_out theta) const {
        for (std::size_t const k : families_[g])
            for (std::size_t const i : members_[k]) theta[i] *= factor;
    }

private:
    inline double of_scale(std::size_t g, double x, double scale_above) const {
        return prior_.log_scale_density(g, x, scale_above) - static_cast<double>(members_[g].size()) * x;
    }
    inline double above(std::size_t g, vector_view log_scales) const {
        std::size_t const h = prior_.scale_above(g);
        return h < count() ? log_scales[h] : 0;
    }
    inline double excess(std::size_t g, double x) const { return portable::exp(-2 * x) - reference_precision_[g]; }
    inline double squares(std::size_t g, vector_view theta) const {
        double sum = 0;
        for (std::size_t const i : members_[g]) sum += theta[i] * theta[i];
        return sum;
    }

    P prior_;
    std::vector<std::vector<std::size_t>> members_;           // the coordinates of each scale
    std::vector<std::vector<std::size_t>> families_, below_;  // of each scale: all of its family; those right below it
    std::vector<double> log_reference_, reference_precision_;
};

}  // namespace firefly
