/// How bright Gibbs proposes the predictors x of one datum, given all others:
///
///     one of the squares i is picked with probability P_i;   x = base + s_i t + R_i ε,   ε normal,   Σ = s_i s_iᵀ + R_i R_iᵀ
///     |t| is half-normal with probability h_i, else chi with three degrees of freedom;   t > 0 with a probability that |t| decides
///     p(x) = N(x; base, Σ) Σ_i P_i (h_i + (1 − h_i) t_i²) · 2 P(sign of t_i),   t_i = s_iᵀΣ⁻¹(x − base)
///
/// base and Σ are the same for all squares.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

export module firefly.testing:proposal_law;

import firefly.external;
import firefly.core;

namespace firefly::testing {

using numbers = std::vector<double>;

/// What the source says while a datum moves.
export struct scripted_move {
    numbers noise;           // three for the size, and one per predictor where there are several
    std::size_t square = 0;  // the one that is picked
    bool half_normal = true;
    bool upwards = true;
    bool passes = true;
};

export class proposal_law {
public:
    struct square {
        double picked, half_normal;
        numbers base, along;        // s
        std::vector<numbers> rest;  // the columns of R
    };

    explicit proposal_law(std::vector<square> squares) : squares_(std::move(squares)), covariance_(spread(squares_.front())) {}

    /// How far the covariances and centres of the squares, which are one, differ.
    double disagreement() const {
        double worst = 0;
        for (square const& s : squares_) {
            matrix const other = spread(s), first = spread(squares_.front());
            for (std::size_t i = 0; i < other.size(); ++i)
                worst = std::max(worst, std::abs(other.data()[i] - first.data()[i]) / (1 + std::abs(first.data()[i])));
            for (std::size_t i = 0; i < s.base.size(); ++i) worst = std::max(worst, std::abs(s.base[i] - squares_.front().base[i]));
        }
        return worst;
    }

    /// The noise that proposes x by the first square.
    scripted_move towards(numbers const& x) const {
        numbers const at = scaled(x);
        double const t = dot(squares_.front().along, at);
        scripted_move move{.noise = {std::abs(t), 0, 0}, .upwards = t > 0};
        for (numbers const& column : squares_.front().rest) move.noise.push_back(dot(column, at));
        return move;
    }

    /// log of the density at x; `upwards(i, |t|)` is the probability of t > 0 in square i.
    template <class Upwards>
    double log_density(numbers const& x, Upwards const& upwards) const {
        numbers const at = scaled(x);
        double sum = 0;
        for (std::size_t i = 0; i < squares_.size(); ++i) {
            double const t = dot(squares_[i].along, at), h = squares_[i].half_normal, up = upwards(i, std::abs(t));
            sum += squares_[i].picked * (h + (1 - h) * t * t) * 2 * (t > 0 ? up : 1 - up);
        }
        return std::log(sum) - dot(centred(x), at) / 2 - covariance_.log_determinant() / 2;
    }

private:
    /// Σ.
    static matrix spread(square const& s) {
        std::size_t const size = s.base.size();
        matrix result = zeros(size, size);
        for (std::size_t j = 0; j < size; ++j)
            for (std::size_t k = 0; k < size; ++k) {
                result(j, k) = s.along[j] * s.along[k];
                for (numbers const& column : s.rest) result(j, k) += column[j] * column[k];
            }
        return result;
    }

    /// x − base.
    numbers centred(numbers x) const {
        for (std::size_t j = 0; j < x.size(); ++j) x[j] -= squares_.front().base[j];
        return x;
    }
    /// Σ⁻¹(x − base).
    numbers scaled(numbers const& x) const {
        numbers result = centred(x);
        covariance_.solve(result);
        return result;
    }

    std::vector<square> squares_;
    cholesky covariance_;
};

}  // namespace firefly::testing
