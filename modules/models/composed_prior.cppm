/// A prior of independent coefficients, put together term by term: flat, normal, Laplace, Student-t, or normal with scales that are learned.
///
///     composed_prior({prior_term::flat(1), prior_term::student_t(5, 3, 2.5), prior_term::half_cauchy(50, 1)})
///
///     half-Cauchy   β_j ~ N(0, s_g²) for all coefficients of a term,   p(s_g) = 2/(πa) / (1 + (s_g/a)²),   p(log s_g) = s_g p(s_g)
///     horseshoe     β_j ~ N(0, s_j²), s_j = λ_j t:   s_j given t half-Cauchy of scale t for each coefficient,   t half-Cauchy of scale a
///
/// The first is the prior of a varying intercept with 50 levels, among others: half-Cauchy scales as Gelman 2006 recommends them. The second (Carvalho,
/// Polson & Scott 2010, "The horseshoe estimator for sparse signals") is for many coefficients of which few are not small. Normal terms are Gaussian
/// part, learned ones given s too; Laplace and Student-t terms are split as `laplace_prior` and `student_t_prior` split them. In logarithms s has tails
/// like e^{−|log(s/a)|}; log(s/a) is cut off at ±230, where 1e-100 of the prior is beyond, so that squares stay numbers: a proper prior, and the one
/// that is sampled. Of a horseshoe, where it is visited by the hundreds, each λ_j and t/a is cut off at 1e±12, 6e-13 of the prior being beyond on either
/// side: a scale further below the others is lost in the rounding of θ. The cut is one of λ_j, not of s_j, so that no constant depends on t.
/// Where nothing is learned it is a prior as any other. Cost: O(1) for each coefficient of a term that has a remainder, none for others.
module;
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

export module firefly.models:composed_prior;

import firefly.core;
import :coefficient_prior;
import :gaussian_prior;
import :laplace_prior;
import :student_t_prior;

namespace firefly {

/// All numbers are alike.
class flat_prior {};

/// The distribution of a term's coefficients, given its scale: in the order of `term_kind`.
using coefficient_law = std::variant<flat_prior, gaussian_prior, laplace_prior, student_t_prior>;

/// Which distribution a term's coefficients have, given its scale.
export enum class term_kind { flat, normal, laplace, student_t };

/// Of coefficients that follow each other.
export class prior_term {
public:
    /// All numbers are alike.
    static prior_term flat(std::size_t coefficients);
    /// N(0, scale²). Throws `invalid_argument` unless the scale lies between 1e-50 and 1e50, and for no coefficients.
    static prior_term normal(std::size_t coefficients, double scale);
    /// Of density e^{−|x|/scale}. Throws the same.
    static prior_term laplace(std::size_t coefficients, double scale);
    /// Throws the same, and unless the degrees of freedom lie between 0.1 and 1e10.
    static prior_term student_t(std::size_t coefficients, double degrees_of_freedom, double scale);
    /// N(0, s²), s itself half-Cauchy with this scale. Throws the same.
    static prior_term half_cauchy(std::size_t coefficients, double scale);
    /// N(0, s_j²) with a scale for each coefficient, half-Cauchy of scale t, and t half-Cauchy with this scale. Throws the same.
    static prior_term horseshoe(std::size_t coefficients, double scale);

    inline std::size_t coefficients() const { return coefficients_; }
    inline term_kind kind() const { return static_cast<term_kind>(law_.index()); }
    /// Of a normal term: whether its scale is; whether each coefficient has one of its own.
    inline bool is_learned() const { return learned_ != scales::none; }
    inline bool is_horseshoe() const { return learned_ == scales::of_each; }
    /// Of the distribution, or where that is learned, of the half-Cauchy distribution of its scale; infinite where the term is flat.
    double scale() const;
    /// Infinite for all but Student-t terms.
    double degrees_of_freedom() const;
    /// At that scale.
    inline coefficient_law const& law() const { return law_; }

private:
    /// Those that are learned: `of_each` has t besides.
    enum class scales { none, one, of_each };
    prior_term(std::size_t coefficients, coefficient_law law, scales learned = scales::none);

    std::size_t coefficients_;
    coefficient_law law_;
    scales learned_;
};

/// A `Prior`, and a `ScaledPrior` where scales are learned.
export class composed_prior {
public:
    /// Term after term, in the order of the columns. Where a likelihood has several predictors, each of them has the same terms, and their coefficients
    /// share the scales. Learned scales are numbered in the order of their terms, of a horseshoe first t, then those of its coefficients; each starts at
    /// the scale of its half-Cauchy distribution, the latter where t does. Throws `invalid_argument` for no terms.
    explicit composed_prior(std::vector<prior_term> terms);

    inline std::vector<prior_term> const& terms() const { return terms_; }
    /// Of one predictor.
    inline std::size_t coefficients() const { return place_.size(); }

    /// Throws `invalid_argument` where θ has other coefficients than the terms.
    quadratic gaussian_part(vector_view origin) const;
    /// What it has of coefficient i.
    coordinate_expansion expand(std::size_t i, double x) const;
    double remainder(vector_view origin, vector_view displacement) const;
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const;

    inline std::size_t scale_count() const { return scales_.size(); }
    inline std::size_t scale_of(std::size_t i) const { return place_[i % coefficients()].scale; }
    inline std::size_t scale_above(std::size_t g) const { return scales_[g].above; }
    double log_scale_density(std::size_t g, double log_scale, double above) const;
    inline vector_view reference_scales() const { return reference_; }
    /// Throws `invalid_argument` for another number of scales, or such as are impossible: not positive, not finite, or where the prior is cut off.
    composed_prior with_scales(vector_view scales) const;

    /// For starts alone: at the reference scales, and flat coefficients at zero.
    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        if (has_normals_) random.normals(theta);  // all at once, whatever becomes of them
        for (std::size_t first = 0; first + coefficients() <= theta.size();)
            for (std::size_t t = 0; t < terms_.size(); first += terms_[t++].coefficients())
                draw_term(terms_[t], first, random, theta.subspan(first, terms_[t].coefficients()));
    }

private:
    /// What a coefficient belongs to.
    struct place {
        std::size_t term;
        std::size_t scale;  // as many as there are where none is learned
    };
    /// A learned scale: log(s/a) lies within `furthest` of zero, a being the scale above it, or where there is none, that of the term.
    struct learned_scale {
        std::size_t above;
        double log_scale;  // log a, where none is above
        double furthest;
    };
    /// A term that is no Gaussian, and its first coefficient.
    struct rest {
        std::size_t term, first;
    };

    /// The coefficients from `first` on, which have normals in them, where there are any.
    template <Random Source>
    void draw_term(prior_term const& term, std::size_t first, Source& random, vector_out theta) const {
        if (term.kind() == term_kind::flat)
            for (double& x : theta) x = 0;
        else if (term.is_learned())
            for (std::size_t j = 0; j < theta.size(); ++j) theta[j] *= reference_[scale_of(first + j)];
        else if (auto const* const normal = std::get_if<gaussian_prior>(&term.law()))
            for (double& x : theta) x *= normal->scale();
        else if (auto const* const laplace = std::get_if<laplace_prior>(&term.law()))
            laplace->draw(random, theta);
        else
            std::get<student_t_prior>(term.law()).draw(random, theta);
    }
    /// Calls `use(law, first, count)` for the coefficients of each term that is no Gaussian, of every predictor.
    template <class Use>
    void for_each_rest(std::size_t dimension, Use const& use) const;

    std::vector<prior_term> terms_;
    std::vector<place> place_;  // of each coefficient
    std::vector<learned_scale> scales_;
    std::vector<double> reference_;  // s*
    std::vector<rest> rests_;
    bool has_normals_ = false;
};

static_assert(ScaledPrior<composed_prior> && SeparablePrior<composed_prior>);

}  // namespace firefly
