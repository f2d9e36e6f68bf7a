/// The joints of the framework: what each part may ask of the others, contract first, syntax after.
///
/// Everything meets here. Kernels see a `Density` and a `Random`, never data; updaters see a `BrightnessTarget`, never a model;
/// bounds and likelihoods see packed numbers, never where these came from. Whoever writes a struct that satisfies one of
/// these has extended firefly. How softmax, regions, gradients, slices, mapped files and remote rows fit: docs/design.md.
module;
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

export module firefly.core:concepts;

import firefly.numeric;
import :batch;
import :bright_frame;
import :bright_set;
import :draw;
import :target;

namespace firefly {

/// A source of random decisions.
/// - EVERY discrete branch of a kernel or updater goes through `accept`, `chance`, `pick` or `skip`, so that a scripted source can
///   walk all branches and a test can compute the exact transition matrix.
/// - `accept(x)` is true with probability min(1, eˣ), never for −∞, `chance(p)` with probability p, `chance(part, whole)` with
///   probability min(1, part/whole), never where `part` is zero: neither is negative, one of them may be infinite. `pick(n)` is uniform on
///   0, …, n − 1; `skip(q)` is the number of failures before the next success at probability q.
/// - `uniform` lies in (0, 1), `exponential` has mean one; `normals` and `exponentials` fill what they are given.
export template <class R>
concept Random = requires(R& random, double x, std::size_t n, vector_out out) {
    { random.accept(x) } -> std::same_as<bool>;
    { random.chance(x) } -> std::same_as<bool>;
    { random.chance(x, x) } -> std::same_as<bool>;
    { random.pick(n) } -> std::same_as<std::size_t>;
    { random.skip(x) } -> std::same_as<row_index>;
    { random.uniform() } -> std::same_as<double>;
    { random.exponential() } -> std::same_as<double>;
    random.normals(out);
    random.exponentials(out);
};

/// How many rows a block has. Blocks are cut by global index, so that sums over blocks do not depend on who computes them.
export inline constexpr row_index block_rows = 4096;

/// How many blocks a number of rows takes; of a place in the rows, how many begin before it.
export inline std::size_t blocks_of(row_index rows) {
    return (rows + block_rows - 1) / block_rows;
}

/// N rows of D features with one target each: in memory, in a mapped file, on another machine.
/// - `block(i, buffer)` shows rows 4096·i and following, in place where it can, in the buffer otherwise. Set-up and regular MCMC
///   read all blocks; an iteration of firefly does not.
/// - `request(indices, wanted)` makes room for these rows, in this order; it may prefetch or post a transfer and never waits.
///   `collect(wanted)` completes it: index, rows and target are then filled. Between the two they are not touched. Rows that are doubles in
///   memory need no copies: `wanted.refer(i, row)` says where they lie.
/// - It may say how it packs rows, `layout()`, where a target is more than one number: ask `layout_of(source)`.
/// - Shared by all chains: const calls from several threads are safe.
export template <class S>
concept RowSource =
    requires(S const& source, std::span<row_index const> indices, packed_rows& wanted, block_buffer& buffer, std::size_t i) {
        { source.rows() } -> std::same_as<row_index>;
        { source.columns() } -> std::same_as<std::size_t>;
        { source.block(i, buffer) } -> std::same_as<row_block>;
        source.request(indices, wanted);
        source.collect(wanted);
    };

/// log L of one datum as a function of its K = `width()` linear predictors.
/// - `eta` holds K predictors per datum, one datum after the other; so does `first`; `second` holds K×K. `targets` holds `target_numbers` per
///   datum.
/// - `log_likelihood` is finite for finite predictors; −∞ at worst, never NaN.
/// - `derivatives` fills ∂ℓ/∂η and, where asked, −∂²ℓ/∂η∂ηᵀ.
/// - `check(target)` throws `invalid_argument` for a target that the likelihood does not know.
/// - It may say how many nanoseconds per predictor `log_likelihood` takes, `static constexpr double work`: plans compare samplers by that.
export template <class L>
concept Likelihood = requires(L const& likelihood, target_type<L> target, vector_view targets, vector_view eta, vector_out values,
                              vector_out first, vector_out second) {
    { likelihood.width() } -> std::same_as<std::size_t>;
    likelihood.check(target);
    likelihood.log_likelihood(targets, eta, values);
    likelihood.derivatives(targets, eta, first);
    likelihood.derivatives(targets, eta, first, second);
};

/// log p(θ) = gaussian_part(origin)(θ − origin) + remainder(origin, θ − origin), up to a constant.
/// - The Gaussian part joins the collapsed statistics and costs nothing more. It should be close to log p near
///   the origin: Newton's method climbs along it.
/// - The remainder is what is left: zero for a Gaussian prior, a sum over |θ_i| for a Laplace prior. −∞ where the prior is zero, about any
///   origin; never NaN.
/// - `add_remainder_gradient` adds its gradient.
/// - One that is zero in places also says where Newton's method may start, `start(dimension)`; one that has something of the data in it, what it
///   is for a share of them, `of_share(share)`: see `ordinal_prior`.
export template <class P>
concept Prior = requires(P const& prior, vector_view origin, vector_view displacement, vector_out gradient) {
    { prior.gaussian_part(origin) } -> std::same_as<quadratic>;
    { prior.remainder(origin, displacement) } -> std::same_as<double>;
    prior.add_remainder_gradient(origin, displacement, gradient);
};

/// Likelihood, prior and data together: all that defines a posterior over θ. θ holds the D weights of the first predictor, then
/// those of the second, …: `dimension()` = K·D. A handle: copies share the rows.
export template <class M>
concept Model = std::copyable<M> && requires(M const& model) {
    { model.dimension() } -> std::same_as<std::size_t>;
    requires Likelihood<std::remove_cvref_t<decltype(model.likelihood())>>;
    requires Prior<std::remove_cvref_t<decltype(model.prior())>>;
    requires RowSource<std::remove_cvref_t<decltype(model.rows())>>;
};

/// A model whose likelihood is this one.
export template <class M, class L>
concept ModelOf = Model<M> && requires(M const& model) {
    { model.likelihood() } -> std::convertible_to<L const&>;
};

/// A lower bound on each datum's likelihood, log B_n ≤ log L_n, whose product over all data has been collapsed.
/// - d = θ − anchor() throughout: a bound that touches at θ* has that as its anchor; one with no common point of contact has 0.
/// - θ-space is cut into `regions()` nested regions, 0 the innermost; `region(d)` finds the one of d in O(D²). A global bound has
///   one. Within a region log B_n is quadratic in d, and `collapsed(region)` is Σ_n log B_n there.
/// - `notes` is what the bound keeps of a packed row (`BoundNotes`), and `annotate(batch)` makes those of freshly collected rows, one per
///   row: a pure function of row, target and bound.
/// - `gap(region, batch, evaluation)` turns `delta` into `gap` = log L − log B ≥ 0, computed without cancellation, never as a
///   difference of two logarithms.
export template <class B>
concept Bound =
    BoundNotes<typename B::notes> && requires(B const& bound, batch<typename B::notes>& fresh, batch<typename B::notes> const& data,
                                              evaluation& values, vector_view d, std::size_t region) {
        { bound.anchor() } -> std::convertible_to<vector_view>;
        { bound.regions() } -> std::same_as<std::size_t>;
        { bound.region(d) } -> std::same_as<std::size_t>;
        { bound.collapsed(region) } -> std::same_as<quadratic const&>;
        bound.annotate(fresh);
        bound.gap(region, data, values);
    };

/// A bound for kernels that ask for gradients: `slope` turns `delta` into ∂gap/∂η, K numbers per datum.
export template <class B>
concept DifferentiableBound =
    Bound<B> && requires(B const& bound, batch<typename B::notes> const& data, evaluation const& values, std::size_t region,
                         vector_out slope) { bound.slope(region, data, values, slope); };

/// A bound that says how curved it is, datum by datum, for samplers that draw from it rather than step along it.
/// - `touches_at_anchor()`: every gap is zero at the anchor.
/// - `contact(batch)` are the predictors η* at which the bounds touch, K per datum.
/// - `gap_of(region, batch, i, delta)` is the gap of datum i alone at K predictors' displacements.
/// - `curvature` fills S_n of each datum in a region, K×K: log B = tangent − ½δᵀSδ. `least_curvature` fills a matrix that lies below:
///   ½δᵀS_least δ ≤ ψ(δ) wherever the region lets δ be, ψ being how far log L falls below its tangent.
/// - `is_within_reach(batch, i, delta)`: whether the inner bound of datum i holds there. True for all δ that region 0 admits; where it
///   is false the inner bound may exceed the likelihood.
/// - Regions are nested ellipsoids: `squared_distance(d)` is a quadratic form, and `region_at` of it is `region(d)`. `inner_square(A)`,
///   A = L Lᵀ: wherever |Lᵀd|² is at most this, d lies in region 0.
export template <class B>
concept CurvedBound =
    DifferentiableBound<B> && requires(B const& bound, batch<typename B::notes> const& data, vector_view delta, std::size_t region,
                                       std::size_t i, vector_out matrices, cholesky const& precision) {
        { bound.touches_at_anchor() } -> std::same_as<bool>;
        { bound.contact(data) } -> std::same_as<vector_view>;
        { bound.gap_of(region, data, i, delta) } -> std::same_as<double>;
        bound.curvature(region, data, matrices);
        bound.least_curvature(region, data, matrices);
        { bound.is_within_reach(data, i, delta) } -> std::same_as<bool>;
        { bound.squared_distance(delta) } -> std::same_as<double>;
        { bound.region_at(0.0) } -> std::same_as<std::size_t>;
        { bound.inner_square(precision) } -> std::same_as<double>;
    };

/// A bound on likelihoods of one predictor that knows L̃ without logarithms, where it touches at the anchor.
/// - `shape(batch, i)` is all that it must know of datum i for that, a few numbers.
/// - `weigh(shape, bend, u)` is the factor of region 0 with the predictor u away from the anchor and C = `bend`; zero where the bound does
///   not hold.
export template <class B>
concept WeighingBound = CurvedBound<B> && requires(B const& bound, batch<typename B::notes> const& data, std::size_t i, double x) {
    { bound.weigh(bound.shape(data, i), x, x) } -> std::same_as<factor_weight>;
};

/// A bound on likelihoods of one predictor that has measured how this varies, so that a survey need not.
/// - `has_measured(H)`: whether it knows h_n = x_nᵀH⁻¹x_n, the variance of datum n's predictor where θ has the precision H.
/// - `variance(batch, i)` is then h of datum i, to four bytes and not less than it is.
export template <class B>
concept MeasuredBound =
    CurvedBound<B> && requires(B const& bound, batch<typename B::notes> const& data, cholesky const& precision, std::size_t i) {
        { bound.has_measured(precision) } -> std::same_as<bool>;
        { bound.variance(data, i) } -> std::same_as<double>;
    };

/// A bound that some data do not have in some regions: they are exempt there.
/// - `exempt(region)` are these data, in order. B_n = 0: they are bright with certainty, and `collapsed` has no more than their tangents.
/// - `gap` of an exempt datum is infinite. What it brings instead of L̃ is L over the tangent; `log_exempt(region, batch, evaluation)` is the sum
///   of the logarithms over the exempt data of a batch.
export template <class B>
concept ExemptingBound =
    CurvedBound<B> && requires(B const& bound, batch<typename B::notes> const& data, evaluation const& values, std::size_t region) {
        { bound.exempt(region) } -> std::same_as<std::span<row_index const>>;
        { bound.log_exempt(region, data, values) } -> std::same_as<double>;
    };

/// A density over θ that knows where it stands: the full posterior (regular MCMC) or that of θ given z (firefly).
/// - `current()` is the point it stands at, with the log density for the z of now: kernels never keep density values.
/// - `evaluate(θ)` gives the log density elsewhere, and counts its queries. −∞ means refuse; NaN never comes out.
/// - `commit()` moves to the point evaluated last. Nothing is recomputed.
/// - `scratch(i)` is the i-th working vector of `dimension()` numbers: the kernel's, undefined between steps, allocated once.
export template <class T>
concept Density = requires(T& target, T const& fixed, vector_view theta, std::size_t i) {
    { fixed.dimension() } -> std::same_as<std::size_t>;
    { fixed.current() } -> std::same_as<point const&>;
    { target.evaluate(theta) } -> std::same_as<double>;
    target.commit();
    { target.scratch(i) } -> std::same_as<vector_out>;
    { fixed.queries() } -> std::same_as<std::uint64_t>;
};

/// A density with a gradient, for MALA and HMC.
/// - `evaluate(θ, gradient)` also fills the gradient there.
/// - `gradient(out)` fills the one at the current point, for the z of now. No queries where the likelihoods there are known; the
///   point evaluated last stays what `commit` would move to.
export template <class T>
concept DifferentiableDensity = Density<T> && requires(T& target, vector_view theta, vector_out gradient) {
    { target.evaluate(theta, gradient) } -> std::same_as<double>;
    target.gradient(gradient);
};

/// A density that is cheap on a plane, for elliptical slices: `open_plane(c, a, b)` prepares for points c + x a + y b, `on_plane(x, y)`
/// evaluates one, O(M) instead of O(MD + D²), and `commit` moves to it. The plane stays open until the next `evaluate` or move of z.
export template <class T>
concept PlaneDensity = Density<T> && requires(T& target, vector_view v, double x) {
    target.open_plane(v, v, v);
    { target.on_plane(x, x) } -> std::same_as<double>;
};

/// A density that is cheaper for many points at a time, for independence Metropolis.
/// - `evaluate_many(points, out)` fills the log density of every row of `points`; the point evaluated last stays what it was.
/// - `place(θ, log_density)` makes a point whose log density is known the one evaluated last: `commit` moves to it. No queries.
export template <class T>
concept BatchDensity = Density<T> && requires(T& target, matrix_view points, vector_view theta, vector_out out, double value) {
    target.evaluate_many(points, out);
    target.place(theta, value);
};

/// The density of θ given z as a Gaussian times one factor per bright datum, each of which sees that datum's own predictors only.
/// - That is π₀, the inner one: of region 0, continued beyond it as far as each datum's bound holds, and without the remainder of the
///   prior. Its Gaussian is `inner()`, its data `frame()`. `frame` costs queries where the current point is not in region 0.
/// - `separate(ε)` puts the data of the last `frame()` into another order, where a datum has one predictor: first those that are linearly independent of
///   the ones before them, then the others (`find_dependence`). z alone decides that. No queries.
/// - `workspace(i)`, i < `most_workspaces`, is the i-th array of the kernel's own, of any size: undefined between steps, never made smaller by the
///   density.
/// - `inner_gap(i, u)` is the gap of the frame's datum i with its predictors at u: one query. Not positive where the bound does not hold.
///   Where a datum has one predictor, `inner_weight(i, C, u)` is its factor there, as a sweep wants it; zero where the bound does not hold.
/// - `correction()` is log π − log π₀ at the current point, +∞ where π₀ = 0; ask after `frame`. `place(w, u, gaps)` evaluates the θ that has
///   the whitened coordinates w, its predictors and gaps in the order of the frame being known, and gives the same there; `commit` moves
///   to it.
export template <class T>
concept GaussianTimesFactors = PlaneDensity<T> && requires(T& target, T const& fixed, std::size_t i, vector_view u, double x) {
    { fixed.inner() } -> std::same_as<whitening const&>;
    { target.frame() } -> std::same_as<bright_frame const&>;
    target.separate(x);
    { target.workspace(i) } -> std::same_as<std::vector<double>&>;
    { target.inner_gap(i, u) } -> std::same_as<double>;
    { target.inner_weight(i, x, x) } -> std::same_as<factor_weight>;
    { target.correction() } -> std::same_as<double>;
    { target.place(u, u, u) } -> std::same_as<double>;
};

/// Leaves a density invariant.
/// - `state` is what the next step needs besides θ, plain and comparable: saving it saves the kernel. `start()` makes the first.
/// - `step` moves the density's current point, reads no data, allocates nothing. `info` is for diagnostics: an
///   `acceptance` in [0, 1], a `step` size (0 for a kernel without one), and what else the kernel has to say.
/// - Settings are validated when the kernel is constructed.
export template <class K, class T, class R>
concept Kernel = Density<T> && Random<R> && std::regular<typename K::state> &&
                 requires(K const& kernel, T& target, typename K::state& state, R& random) {
                     { kernel.start() } -> std::same_as<typename K::state>;
                     { kernel.step(target, state, random) } -> std::same_as<typename K::info>;
                     { kernel.step(target, state, random).acceptance } -> std::convertible_to<double>;
                     { kernel.step(target, state, random).step } -> std::convertible_to<double>;
                 };

/// A kernel that learns in warm-up. `adapt` is never called afterwards: a chain that adapts for ever is not exact.
export template <class K>
concept Adaptive = requires(K const& kernel, typename K::state& state, typename K::info const& info, std::uint64_t iteration) {
    kernel.adapt(state, info, iteration);
};

/// Which of N data are bright. The order of the bright ones is arbitrary but reproducible.
/// - `ith_bright(i)` is the i-th of them; `position(n)` is the i of datum n, which must be bright.
export template <class Z>
concept Brightness = requires(Z const& z, row_index n, std::size_t i) {
    { z.size() } -> std::same_as<row_index>;
    { z.count() } -> std::same_as<std::size_t>;
    { z.is_bright(n) } -> std::same_as<bool>;
    { z.ith_bright(i) } -> std::same_as<row_index>;
    { z.position(n) } -> std::same_as<std::size_t>;
};

/// What an updater sees of the joint density of (θ, z), θ fixed.
/// - `current()` is where θ stands, and in which region of the bound.
/// - `bright_factors()` are the L̃ of the bright data at the current θ, in their order, and `bright_log_factors()` their logarithms: known
///   from the θ step, no queries. An L̃ above e^709 is infinite; its logarithm is not, but for data that
///   have no bound where θ stands (`ExemptingBound`): they must not be darkened.
/// - `request(indices)`, then `collect()`, fetches data and evaluates them at the current θ: one query each. Afterwards
///   `candidates()` are their indices, `candidate_factors()` their L̃ and `candidate_log_factors()` the logarithms.
/// - `brighten(i)` lights the i-th candidate, which must be dark; `darken(i)` the i-th bright datum, whose place the last one takes.
export template <class T>
concept BrightnessTarget = requires(T& target, T const& fixed, std::span<row_index const> indices, std::size_t i) {
    requires Brightness<std::remove_cvref_t<decltype(fixed.brightness())>>;
    { fixed.current() } -> std::same_as<point const&>;
    { fixed.bright_factors() } -> std::same_as<vector_view>;
    { fixed.bright_log_factors() } -> std::same_as<vector_view>;
    target.request(indices);
    target.collect();
    { fixed.candidates() } -> std::same_as<std::span<row_index const>>;
    { fixed.candidate_factors() } -> std::same_as<vector_view>;
    { fixed.candidate_log_factors() } -> std::same_as<vector_view>;
    target.brighten(i);
    target.darken(i);
};

/// An updater that learns in warm-up; `adapt` is never called afterwards.
export template <class U>
concept AdaptiveUpdater = requires(U const& updater, typename U::state& state, z_stats const& stats, std::uint64_t iteration) {
    updater.adapt(state, stats, iteration);
};

/// Leaves the distribution of z given θ invariant.
/// - `propose` names the data that `decide` will want to see: indices only, no data, so that it can run before the θ step and the
///   rows can be on their way meanwhile. z does not change between the two.
/// - `decide` finds these collected, changes z through the target and says what it did (`bright` and `queries` are filled in by
///   the chain, which knows them).
export template <class U, class T, class R>
concept BrightnessUpdater =
    BrightnessTarget<T> && Random<R> && std::regular<typename U::state> &&
    requires(U const& updater, T& target, T const& fixed, typename U::state& state, std::vector<row_index>& wanted, R& random) {
        { updater.start() } -> std::same_as<typename U::state>;
        updater.propose(fixed.brightness(), state, random, wanted);
        { updater.decide(target, state, random) } -> std::same_as<z_stats>;
    };

}  // namespace firefly
