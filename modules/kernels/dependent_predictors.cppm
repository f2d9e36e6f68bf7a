/// Bright data whose predictors are linear in those of others, while a sweep moves these.
///
///     u_R = T_R w ≈ v = B u_S,   S: the data that the sweep moves, R: the others
///     π̃(w) ∝ N(w; b, I) ∏_{n ∈ S} L̃_n(u_n) ∏_{j ∈ R} L̃_j(v_j)
///
/// Two rows of one level of a group differ in their common columns only: with more such pairs bright than there are common columns, T Tᵀ is singular, and
/// no predictor could move given all others. So a sweep moves those of S, and each move is also tested by the factors of the data in R that it drags along.
/// This leaves π̃ invariant. The last test of the step has the ratio of π₀ to π̃, ∏_{j ∈ R} L̃_j(u_j)/L̃_j(v_j), nearly 1: whatever B is, π is what is
/// left invariant. S and B are a matter of z alone.
/// Cost: two queries for each weight in B that is not zero, and three for each datum of R.
module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

export module firefly.kernels:dependent_predictors;

import firefly.core;

namespace firefly {

/// How many weights of B are not zero: how often a sweep there drags a datum along.
inline std::size_t count_dragged(row_dependence const& dependence) {
    return dependence.weights.size() - static_cast<std::size_t>(std::ranges::count(dependence.weights, 0.0));
}

template <GaussianTimesFactors Target>
class dependent_predictors {
public:
    /// None.
    dependent_predictors() = default;

    /// Those of the target's frame, which was separated, the others being at `u`; π₀ is not zero there. The array is the target's own.
    dependent_predictors(Target& target, bright_frame const& frame, vector_view u, std::size_t workspace)
        : target_(&target), dependence_(&frame.dependence) {
        std::size_t const count = dependence_->others();
        vector_out const room = room_in(target.workspace(workspace), 4 * count);
        at_ = room.first(count);
        log_factor_ = room.subspan(count, count);
        proposed_at_ = room.subspan(2 * count, count);
        proposed_log_factor_ = room.subspan(3 * count, count);
        for (std::size_t j = 0; j < count; ++j) {
            at_[j] = dot(dependence_->weights_of(j), u);
            log_factor_[j] = log_factor_at(j, at_[j]);
            correction_ += log_factor_of(frame.gap[u.size() + j]) - log_factor_[j];
        }
    }

    inline bool is_empty() const { return at_.empty(); }

    /// log π₀ − log π̃ where the step began; +∞ where π̃ = 0.
    inline double correction() const { return correction_; }

    /// The ratio of the factors in R, in logarithms, if predictor n of S moves that far.
    inline double log_ratio(std::size_t n, double distance) {
        double sum = 0;
        for (std::size_t j = 0; j < at_.size(); ++j) {
            double const weight = dependence_->weights_of(j)[n];
            proposed_at_[j] = at_[j];
            proposed_log_factor_[j] = log_factor_[j];
            if (weight == 0) continue;
            proposed_at_[j] += weight * distance;
            proposed_log_factor_[j] = log_factor_at(j, proposed_at_[j]);
            sum += proposed_log_factor_[j] - log_factor_[j];
        }
        return sum;
    }

    /// It has moved.
    inline void commit() {
        std::swap(at_, proposed_at_);
        std::swap(log_factor_, proposed_log_factor_);
    }

    /// log π₀ − log π̃ at the end, where the point is w. Fills the predictors and gaps of the data in R, which stand behind those of S, as their rows do.
    double finish(std::span<double const* const> rows, vector_view white, vector_out u, vector_out gap) const {
        if (is_empty()) return 0;
        double sum = 0;
        std::size_t const first = dependence_->independent;
        predict(row_list{rows.subspan(first), white.size()}, white, u.subspan(first));
        for (std::size_t n = first; n < u.size(); ++n) {
            gap[n] = target_->inner_gap(n, {&u[n], 1});
            sum += log_factor_of(gap[n]) - log_factor_[n - first];
        }
        return sum;
    }

private:
    static inline double log_factor_of(double gap) { return gap > 0 ? log_bright_factor(gap) : -infinity; }
    inline double log_factor_at(std::size_t j, double u) const {
        return log_factor_of(target_->inner_gap(dependence_->independent + j, {&u, 1}));
    }

    Target* target_ = nullptr;
    row_dependence const* dependence_ = nullptr;
    vector_out at_, log_factor_;                    // v, log L̃ there
    vector_out proposed_at_, proposed_log_factor_;  // the same, if a move is accepted
    double correction_ = 0;
};

}  // namespace firefly
