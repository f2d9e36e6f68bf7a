/// What a sweep of bright Gibbs works with: the predictors that it moves, and Q, the inverse of their products.
///
///     u = T w,   Q = (T Tᵀ)⁻¹,   Q(u − Tb);   C of each datum, cut down so that P' = Q_nn − C_n stays positive definite
///
/// All of it lies in arrays of the density that bright Gibbs moves. Cost: O(M²D + M³).
module;
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.kernels:sweep_space;

import firefly.core;

namespace firefly {

/// How far from its mean a² N(mean, deviation²) is drawn: half-normal, or chi with three degrees of freedom.
struct sizes {
    double near, far;
};
inline sizes sizes_of(double deviation, double const* zeta) {
    return {deviation * std::abs(zeta[0]), deviation * std::sqrt(zeta[0] * zeta[0] + zeta[1] * zeta[1] + zeta[2] * zeta[2])};
}

/// log L̃ − log s − ½s, s = uᵀCu.
double log_weight(double square, double gap);

/// What a step works with, all of it in the target's workspace.
struct sweep_space {
    std::size_t each;  // predictors per datum
    std::size_t size;  // of the data that move; those that they drag along come behind them
    row_list rows;     // T
    // Where the sweep stands, and at its end all bright data; of one predictor the gap may be `gap_of_factor`.
    vector_out u, gap;
    vector_out weight;   // log_weight there; of one predictor `factor_weight::damped`
    vector_out inverse;  // Q, its rows padded
    vector_out pull;     // Q (u − Tb)
    vector_out scratch;  // of `size` numbers
    vector_out pivots;   // what `invert` needs
    vector_out noise;    // normals for the whole step, made at once
    vector_out white;    // the last of them: those for the point
    // Of data with one predictor:
    vector_out factor;               // L̃ where the sweep stands
    vector_out bend;                 // C
    vector_out variance, deviation;  // 1/P' and its root
    vector_out near, far;            // how far from its mean each move goes, in either case: `sizes_of`
    // Of data with several:
    vector_out root;   // F of each datum, lower triangular, C = F Fᵀ
    vector_out small;  // a few each × each
    bool is_regular;

    template <GaussianTimesFactors Target>
    sweep_space(Target& target, bright_frame const& frame, std::size_t moving)
        : each(frame.rows_each),
          size(moving),
          rows{std::span(frame.rows).first(size), target.inner().shift.size()},
          u(room_in(target.workspace(0), frame.u.size())),
          gap(room_in(target.workspace(1), frame.gap.size())),
          weight(room_in(target.workspace(2), data())),
          inverse(room_in(target.workspace(3), size * padded(size))),
          pull(room_in(target.workspace(4), size)),
          scratch(room_in(target.workspace(5), size)),
          pivots(room_in(target.workspace(13), 9 * padded(size))),
          noise(room_in(target.workspace(6), 2 * data() * noise_each() + rows.columns)),
          white(noise.last(rows.columns)),
          factor(room_in(target.workspace(7), each == 1 ? size : 0)),
          bend(room_in(target.workspace(8), each == 1 ? size : 0)),
          variance(room_in(target.workspace(9), each == 1 ? size : 0)),
          deviation(room_in(target.workspace(10), each == 1 ? size : 0)),
          near(room_in(target.workspace(14), each == 1 ? 2 * size : 0)),
          far(room_in(target.workspace(15), each == 1 ? 2 * size : 0)),
          root(room_in(target.workspace(11), each == 1 ? 0 : frame.bend.size())),
          small(room_in(target.workspace(12), each == 1 ? 0 : 2 * each * each + 4 * each)),
          is_regular(prepare(frame, as_view(target.inner().shift))) {}

    inline std::size_t data() const { return size / each; }
    inline vector_out swept() const { return u.first(size); }
    inline small_triangle root_of(std::size_t n) const { return {each, root.subspan(n * each * each, each * each)}; }
    inline vector_view inverse_row(std::size_t i) const { return inverse.subspan(i * padded(size), size); }
    inline double q(std::size_t i, std::size_t j) const { return inverse[i * padded(size) + j]; }
    /// Three for the square, and what the other predictors of a datum need.
    inline std::size_t noise_each() const { return each == 1 ? 3 : 3 + each; }
    inline vector_view noise_of(std::size_t move) const { return noise.subspan(move * noise_each(), noise_each()); }
    /// To the Gaussian of other scales, before a sweep; after it, for the point alone. True for scales that `marginal_scales` moves to.
    bool turn_to(bright_frame const& frame, scaled_frame const& scaled);
    bool turn_to(scaled_frame const& scaled);
    /// Of data with one predictor, for the whole sweep: it need not wait for roots.
    void prepare_sizes();

private:
    /// False where G cannot be inverted or a datum has no C: a matter of z alone.
    bool prepare(bright_frame const& frame, vector_view shift);
    /// C of each datum, cut down where P' would not stay positive definite; false where there is none. Of one predictor, of several.
    bool cut_bends();
    bool cut_roots();
};

}  // namespace firefly
