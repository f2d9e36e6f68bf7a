/// Independent Gaussians around zero, term by term: flat, of a scale that is given, or of one that is learned.
///
///     hierarchical_prior({prior_term::flat(1), prior_term::normal(5, 2.5), prior_term::half_cauchy(50, 1)})
///
///     β_j ~ N(0, s_g²) for the coefficients of term g,   p(s_g) = 2/(πa) / (1 + (s_g/a)²),   p(log s_g) = s_g p(s_g)
///
/// The prior of a varying intercept with 50 levels, among others: half-Cauchy scales as Gelman 2006 recommends them. All of it is Gaussian part given
/// s; nothing remains. In logarithms s has tails like e^{−|log(s/a)|}; log(s/a) is cut off at ±230, where 1e-100 of the prior is beyond, so that
/// squares stay numbers: a proper prior, and the one that is sampled.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.models:hierarchical_prior;

import firefly.core;

namespace firefly {

/// Of so many coefficients that follow each other.
export class prior_term {
public:
    /// All numbers are alike.
    static prior_term flat(std::size_t coefficients);
    /// N(0, scale²). Throws `invalid_argument` unless the scale lies between 1e-50 and 1e50.
    static prior_term normal(std::size_t coefficients, double scale);
    /// N(0, s²), s itself half-Cauchy with this scale. Throws the same.
    static prior_term half_cauchy(std::size_t coefficients, double scale);

    inline std::size_t coefficients() const { return coefficients_; }
    inline bool is_learned() const { return is_learned_; }
    /// Of the Gaussian, or of the half-Cauchy distribution of that; infinite where the term is flat.
    inline double scale() const { return scale_; }

private:
    prior_term(std::size_t coefficients, double scale, bool is_learned);

    std::size_t coefficients_;
    double scale_;
    bool is_learned_;
};

export class hierarchical_prior {
public:
    /// Term after term, in the order of the columns. Where a likelihood has several predictors, each of them has the same terms, and their coefficients
    /// share the scales. Learned scales are numbered in the order of their terms; each starts at the scale of its half-Cauchy distribution. Throws
    /// `invalid_argument` for no terms.
    explicit hierarchical_prior(std::vector<prior_term> terms);

    /// Of one predictor.
    inline std::size_t coefficients() const { return term_of_.size(); }

    /// Throws `invalid_argument` where θ has other coefficients than the terms.
    quadratic gaussian_part(vector_view origin) const;
    inline double remainder(vector_view, vector_view) const { return 0; }
    inline void add_remainder_gradient(vector_view, vector_view, vector_out) const {}

    inline std::size_t scale_count() const { return learned_.size(); }
    std::size_t scale_of(std::size_t i) const;
    double log_scale_density(std::size_t g, double log_scale) const;
    inline vector_view reference_scales() const { return reference_; }
    /// Throws `invalid_argument` for another number of scales, or one that is not positive and finite.
    hierarchical_prior with_scales(vector_view scales) const;

    /// For starts alone: at the reference scales, and flat coefficients at zero.
    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        random.normals(theta);
        for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = scale_at(i) < infinity ? scale_at(i) * theta[i] : 0;
    }

private:
    /// Of coordinate i: infinite where it is flat.
    double scale_at(std::size_t i) const;

    std::vector<prior_term> terms_;
    std::vector<std::size_t> term_of_;  // each coefficient
    std::vector<std::size_t> learned_;  // the terms of the learned scales
    std::vector<double> reference_;     // s*
};

static_assert(ScaledPrior<hierarchical_prior>);

}  // namespace firefly
