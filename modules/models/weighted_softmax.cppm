/// Softmax regression with a weight for each datum.
///
///     ℓ_weighted(η) = ω ℓ(η),   ℓ that of `softmax`
///
/// The weight ω ≥ 0 counts equal data, or raises a likelihood to a power. Derivatives, ψ and all curvatures are multiplied by it
/// (`weighted_curvature`). One brightness variable for the whole weight; a datum of weight zero is never bright. A target is two numbers, the class
/// and ω. There is no offset: K classes have K predictors, and one number that is added to all of them changes nothing. Cost: that of `softmax`.
module;
#include <cstddef>
#include <span>

export module firefly.models:weighted_softmax;

import firefly.core;
import :softmax;

namespace firefly {

/// A `Likelihood` whose target is a class and a weight.
export class weighted_softmax {
public:
    /// Throws `invalid_argument` unless there are 2 to `most_predictors` classes.
    explicit weighted_softmax(std::size_t classes) : softmax_(classes) {}

    static constexpr std::size_t target_numbers = 2;
    static constexpr double work = softmax::work;

    inline std::size_t width() const { return softmax_.width(); }
    /// The likelihood of a datum that counts once.
    inline softmax const& unweighted() const { return softmax_; }
    /// Of target i.
    inline static double weight_of(vector_view targets, std::size_t i) { return targets[i * target_numbers + 1]; }
    inline static vector_view class_of(vector_view targets, std::size_t i) { return targets.subspan(i * target_numbers, 1); }

    /// Throws `invalid_argument` unless the class is one of 0, …, K − 1 and the weight is finite and not negative.
    void check(vector_view target) const;

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const;
    void derivatives(vector_view targets, vector_view eta, vector_out first) const;
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const;

private:
    softmax softmax_;
};

static_assert(Likelihood<weighted_softmax>);

}  // namespace firefly
