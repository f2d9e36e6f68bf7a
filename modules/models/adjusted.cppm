/// A likelihood of one predictor with an offset and a weight for each datum.
///
///     ℓ_adjusted(η) = ω ℓ(η + o)
///
/// The offset o is a part of the predictor whose coefficient is known to be one, such as the log of an exposure. The weight ω ≥ 0 counts equal data,
/// or raises a likelihood to a power. ψ, w and secants are those of ℓ at η* + o, times ω. One brightness variable for the whole weight; a datum of
/// weight zero is never bright. A target is the numbers of ℓ's, then o, then ω. Cost: that of ℓ.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.models:adjusted;

import firefly.core;
import :scalar_family;

namespace firefly {

/// Throws `invalid_argument` in a likelihood's name unless the weight is finite and not negative.
void check_weight(char const* likelihood, double weight);
/// The same, and unless the offset is finite.
void check_adjustment(double offset, double weight);

/// What a datum of weight ω has of a log likelihood, a derivative or a curvature: zero for no weight, also where there is no number.
export inline double times_weight(double weight, double value) {
    return weight == 0 ? 0 : weight * value;
}

/// The likelihood L with offset and weight: a `SecantLikelihood`, too.
export template <SecantLikelihood L>
class adjusted {
public:
    static constexpr std::size_t target_numbers = firefly::target_numbers<L> + 2;
    static constexpr bool has_bound_everywhere = L::has_bound_everywhere;

    explicit adjusted(L likelihood) : likelihood_(std::move(likelihood)) {}

    inline L const& likelihood() const { return likelihood_; }
    inline static std::size_t width() { return 1; }
    inline static double offset_of(vector_view target) { return target[target_numbers - 2]; }
    inline static double weight_of(vector_view target) { return target[target_numbers - 1]; }

    void check(vector_view target) const {
        likelihood_.check(inner(target));
        check_adjustment(offset_of(target), weight_of(target));
    }

    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
        for_each(targets, eta, [&](std::size_t i, double weight, vector_view own, vector_view at) {
            likelihood_.log_likelihood(own, at, out.subspan(i, 1));
            out[i] = times_weight(weight, out[i]);
        });
    }
    /// Zero where the family has none.
    inline double log_constant(vector_view target) const {
        if constexpr (requires { likelihood_.log_constant(inner(target)); })
            return times_weight(weight_of(target), likelihood_.log_constant(inner(target)));
        else
            return 0;
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first) const {
        for_each(targets, eta, [&](std::size_t i, double weight, vector_view own, vector_view at) {
            likelihood_.derivatives(own, at, first.subspan(i, 1));
            first[i] = times_weight(weight, first[i]);
        });
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
        for_each(targets, eta, [&](std::size_t i, double weight, vector_view own, vector_view at) {
            likelihood_.derivatives(own, at, first.subspan(i, 1), second.subspan(i, 1));
            first[i] = times_weight(weight, first[i]);
            second[i] = times_weight(weight, second[i]);
        });
    }

    inline double fall_below_tangent(vector_view target, double eta, double delta) const {
        return times_weight(weight_of(target), likelihood_.fall_below_tangent(inner(target), eta + offset_of(target), delta));
    }
    inline double slope_below_tangent(vector_view target, double eta, double delta) const {
        return times_weight(weight_of(target), likelihood_.slope_below_tangent(inner(target), eta + offset_of(target), delta));
    }
    inline secant_range secants_within(vector_view target, double eta, double low, double high) const {
        double const weight = weight_of(target);
        auto const [most, least] = likelihood_.secants_within(inner(target), eta + offset_of(target), low, high);
        return {times_weight(weight, most), times_weight(weight, least)};
    }

private:
    inline static target_type<L> inner(vector_view target) { return target_of<L>(target.first(target_numbers - 2), 0); }

    /// `use(i, ω, target of ℓ, η + o)` for every datum.
    inline void for_each(vector_view targets, vector_view eta, auto const& use) const {
        for (std::size_t i = 0; i < eta.size(); ++i) {
            vector_view const target = targets.subspan(i * target_numbers, target_numbers);
            double const at = eta[i] + offset_of(target);
            use(i, weight_of(target), target.first(target_numbers - 2), vector_view(&at, 1));
        }
    }

    L likelihood_;
};

}  // namespace firefly
