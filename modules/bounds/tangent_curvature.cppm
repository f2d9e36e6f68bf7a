/// What `tangent_bound` asks of a curvature.
module;
#include <concepts>
#include <cstddef>
#include <span>

export module firefly.bounds:tangent_curvature;

import firefly.external;
import firefly.core;
import :contact;
import :ellipsoid;
import :ring;

namespace firefly {

/// How a tangent bound is curved. A value: what it needs to know of the likelihood and of the points of contact.
/// - `notes` are those of the bound, with a `contact` of K numbers per row and a `reach`; `stored_reach` is what is kept of each datum of
///   the whole data set where there is an inner region, and `reach` is read from it.
/// - `C(likelihood)` is made for an anchored bound.
/// - `holds_everywhere`: there are S that serve everywhere. Where there are not, they are infinite: see `EndlessCurvature`.
/// - `write_out(targets, eta, out)` fills S that serve everywhere; `multiply(S, eta, v, out)` fills S v of one datum, given S.
/// - `sharpen_block(region, covariance, targets, eta, S, reaches)` makes of these S those that serve within the region, and fills what
///   is to be kept. `sharpen_ring(where, targets, eta, kept, S)` makes those that serve in a ring outside of it, given what is kept.
/// - `annotate(batch)` makes the notes of what serves everywhere, from points of contact; `annotate_inner(batch)` those of what serves
///   within the region, from reaches that are there.
/// - `gap(where, batch, first, steps, out)` and `slope`: of the data from `first` on, as many as there are δ in `steps`.
/// - `gap_of`, `curvature`, `least_curvature`, `is_within_reach` are the bound's, with δ in place of displacements.
export template <class C>
concept TangentCurvature =
    BoundNotes<typename C::notes> &&
    requires(C const& curvature, typename C::likelihood const& likelihood, batch<typename C::notes>& fresh,
             batch<typename C::notes> const& data, vector_view view, vector_out out, std::size_t i, ellipsoid const& region,
             std::span<typename C::stored_reach> reaches, std::span<typename C::stored_reach const> kept) {
        { C::name } -> std::convertible_to<bound_name>;
        C(likelihood);
        { C::holds_everywhere } -> std::convertible_to<bool>;
        curvature.write_out(view, view, out);
        curvature.multiply(view, view, view, out);
        curvature.sharpen_block(region, view, view, view, out, reaches);
        curvature.sharpen_ring(ring::inner(), view, view, kept, out);
        curvature.annotate(fresh);
        curvature.annotate_inner(fresh);
        curvature.gap(ring::inner(), data, i, view, out);
        curvature.slope(ring::inner(), data, i, view, out);
        { curvature.gap_of(ring::inner(), data, i, view) } -> std::same_as<double>;
        curvature.curvature(ring::inner(), data, out);
        curvature.least_curvature(ring::inner(), data, out);
        { curvature.is_within_reach(data, i, view) } -> std::same_as<bool>;
    };

/// One that can touch each likelihood at predictors of its own: `C::untuned(likelihood, …)` touches where `touch(targets, eta)` says.
export template <class C>
concept UntunedCurvature =
    requires(C const& curvature, typename C::likelihood const& likelihood, vector_view targets, vector_out eta) {
        { C::untuned(likelihood) } -> std::same_as<C>;
        curvature.touch(targets, eta);
    };

/// One of one predictor without S that serve everywhere.
/// - `reach_of(kept)` is how far a predictor moves in the inner region.
/// - `fall_of(batch, i, δ)` is ψ, and `fall_slope_of` ψ': what is left of a datum that has no bound in a ring.
export template <class C>
concept EndlessCurvature =
    !C::holds_everywhere && requires(C const& curvature, batch<typename C::notes> const& data, std::size_t i, double delta) {
        { C::reach_of(typename C::stored_reach()) } -> std::same_as<double>;
        { curvature.fall_of(data, i, delta) } -> std::same_as<double>;
        { curvature.fall_slope_of(data, i, delta) } -> std::same_as<double>;
    };

/// One whose S is the same for all data: `shared(width)`.
export template <class C>
concept SharedCurvature = requires(std::size_t width) {
    { C::shared(width) } -> std::same_as<matrix>;
};

/// One that knows L̃ without logarithms: `shape` and `weigh` are `WeighingBound`'s.
export template <class C>
concept WeighingCurvature = requires(C const& curvature, batch<typename C::notes> const& data, std::size_t i, double x) {
    { curvature.weigh(curvature.shape(ring::inner(), data, i), x, x) } -> std::same_as<factor_weight>;
};

/// One whose reach tells the variance of a datum's predictor.
export template <class C>
concept MeasuringCurvature =
    requires(C const& curvature, ellipsoid const& region, batch<typename C::notes> const& data, std::size_t i) {
        { curvature.variance(region, data, i) } -> std::same_as<double>;
    };

}  // namespace firefly
