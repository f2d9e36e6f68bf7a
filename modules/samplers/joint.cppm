/// The joint distribution of (θ, z): what all chains of a run share.
///
///     p(θ, z | data) ∝ p̃(θ) ∏_{n bright} L̃_n(θ),   p̃(θ) = p(θ) ∏_n B_n(θ),   L̃_n = L_n/B_n − 1
///
/// Summing over z gives back the posterior (Maclaurin & Adams 2014, equation 3). The pseudo-prior p̃ is one quadratic form a region:
/// the collapsed bound and the Gaussian part of the prior, added once and for all; outside of the innermost when a chain first goes there.
module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

export module firefly.samplers:joint;

import firefly.external;
import firefly.core;
import firefly.data;
import :contrasts;
import :white_table;

namespace firefly {

/// Throws `invalid_argument` when a bound was made for a model of another dimension.
void check_bound(std::size_t bound_dimension, std::size_t model_dimension);

/// The Gaussian that is e^Q about an origin, with an empty scale where Q has no maximum.
whitening whiten(vector_view origin, quadratic const& log_density);

/// See `whitening`. `precision`: of π₀. A prior that is Gaussian in a coordinate has no remainder there.
template <Prior P>
std::vector<std::size_t> heavy_coordinates(P const& prior, vector_view origin, vector const& precision) {
    constexpr double much = 0.125;  // less of it leaves the tails within six standard deviations as they are
    std::vector<std::size_t> result;
    vector const of_prior = prior.gaussian_part(origin).precision_diagonal();
    vector displacement = zeros(origin.size());
    double const none = prior.remainder(origin, as_view(displacement));
    for (std::size_t i = 0; i < origin.size(); ++i) {
        if (!(of_prior(i) > 0 && of_prior(i) > much * precision(i))) continue;
        displacement(i) = 3 / std::sqrt(of_prior(i));
        double const ahead = prior.remainder(origin, as_view(displacement));
        displacement(i) *= -1;
        if (ahead != none || prior.remainder(origin, as_view(displacement)) != none) result.push_back(i);
        displacement(i) = 0;
    }
    return result;
}

// Compiled in the library.
extern template class lazy<quadratic>;
extern template class lazy<whitening>;
extern template class lazy<white_table>;

/// A handle: copies share everything. Where a team holds the rows the model is that of this member alone, as its chains are.
export template <Model M, Bound B>
class joint {
public:
    /// `white_bytes` is the most that a table of all whitened predictors may take.
    joint(M const& model, B bound, std::size_t white_bytes = usual_white_bytes)
        : parts_(std::make_shared<parts const>(alone(model), std::move(bound), white_bytes)) {}

    inline std::size_t dimension() const { return parts_->model.dimension(); }
    inline M const& model() const { return parts_->model; }
    inline B const& bound() const { return parts_->bound; }
    /// log p̃ in a region, without the prior's remainder, about the bound's anchor.
    inline quadratic const& pseudo_prior(std::size_t region) const { return *parts_->pseudo_prior[region]; }
    /// p̃ of region 0, normalised: made when it is first asked for, O(D³). `inner_square` is known where the bound is curved.
    inline whitening const& inner() const { return *parts_->inner; }
    /// The whitened predictors of all data, or of none where they would take too much memory: made when it is first asked for.
    inline white_table const& white() const { return *parts_->white; }

private:
    struct parts {
        M model;
        B bound;
        std::vector<lazy<quadratic>> pseudo_prior;
        lazy<whitening> inner;
        lazy<white_table> white;

        parts(M m, B b, std::size_t white_bytes)
            : model(std::move(m)),
              bound(std::move(b)),
              inner(std::function<whitening()>([this] { return whitened(); })),
              white(std::function<white_table()>([this, white_bytes] {
                  return white_table(model.rows(), contrasts(model.likelihood().width()), inner->scale, white_bytes);
              })) {
            check_bound(bound.anchor().size(), model.dimension());
            auto const form = [this](std::size_t region) {
                return bound.collapsed(region) + model.prior().gaussian_part(bound.anchor());
            };
            pseudo_prior.emplace_back(form(0));
            for (std::size_t region = 1; region < bound.regions(); ++region)
                pseudo_prior.emplace_back(std::function<quadratic()>([form, region] { return form(region); }));
        }

        whitening whitened() const {
            whitening result = gaussian();
            result.heavy = heavy_coordinates(model.prior(), bound.anchor(), pseudo_prior[0]->precision_diagonal());
            return result;
        }

        whitening gaussian() const {
            // A datum without a bound in region 0 is no factor of a Gaussian: kernels find none, and take steps of another kind.
            if constexpr (ExemptingBound<B>)
                if (!bound.exempt(0).empty()) return {to_vector(bound.anchor()), {}, zeros(model.dimension())};
            whitening result = whiten(bound.anchor(), *pseudo_prior[0]);
            if constexpr (CurvedBound<B>)
                if (result.is_gaussian()) result.inner_square = bound.inner_square(result.scale.factor());
            return result;
        }
    };

    std::shared_ptr<parts const> parts_;
};

/// For mistakes: as with `posterior`, the compiler's first line says which argument is wrong, its notes what it lacks.
template <class M, class B>
struct explain_joint {
    static_assert(Model<M>, "the first argument of firefly::joint is no Model; the notes say what it lacks");
    static_assert(Bound<B>, "the second argument of firefly::joint is no Bound; the notes say what it lacks");
    using model = M;
};

export template <class M, class B>
    requires(!(Model<M> && Bound<B>))
joint(M, B) -> joint<typename explain_joint<M, B>::model, B>;

}  // namespace firefly
