/// The part of a density that knows the scales of its prior, where they are learned: a base of both densities. Of other priors it is empty.
///
/// Where s stands, where the point evaluated last has it, and what s adds to log densities (`scale_terms`). Everything that is evaluated has the
/// current s, but for what says so: `evaluate_stretched`, and `place_scaled` of firefly, whose inner Gaussian is `scaled_gaussian`.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.samplers:scaled_part;

import firefly.external;
import firefly.core;
import :scale_terms;
import :scaled_gaussian;

namespace firefly {

template <Model M>
using prior_of = std::remove_cvref_t<decltype(std::declval<M const&>().prior())>;

/// Nothing is learned. `Own` is the density itself.
template <class Own, Model M>
class scaled_part {
protected:
    inline explicit scaled_part(M const&) {}

    inline void keep_scales() {}
    inline void commit_scales() {}
    inline double with_scales(double log_density, vector_view) const { return log_density; }
    inline double with_proposed_scales(double log_density) const { return log_density; }
    inline double with_current_scales(double log_density) const { return log_density; }
    inline void add_scales_gradient(vector_view, vector_out) const {}
    inline std::size_t saved_scale_count() const { return 0; }
    inline std::vector<double> save_scales() const { return {}; }
    inline void restore_scales(std::vector<double> const&) {}
    inline void take_scales(scaled_part const&) {}
};

template <class Own, Model M>
    requires ScaledPrior<prior_of<M>>
class scaled_part<Own, M> {
public:
    inline vector_view log_scales() const { return current_; }
    inline std::span<std::size_t const> scale_family(std::size_t g) const { return terms_.family(g); }
    inline std::size_t scale_size(std::size_t g) const { return terms_.size(g); }
    inline double scale_given_theta(std::size_t g, double x) const {
        return terms_.given_theta(g, x, current_, as_view(own().current_.theta));
    }
    inline void set_scale(std::size_t g, double x) {
        own().current_.log_density += scale_given_theta(g, x) - scale_given_theta(g, current_[g]);
        current_[g] = x;
    }
    inline double evaluate_stretched(std::size_t g, double x) {
        double const shift = x - current_[g];
        std::ranges::copy(own().current_.theta, stretched_.begin());
        terms_.stretch(g, portable::exp(shift), stretched_);
        std::ranges::copy(current_, kept_.begin());
        for (std::size_t const k : terms_.family(g)) current_[k] += shift;  // evaluations are at the current scales
        current_[g] = x;
        double const log_density = own().evaluate(stretched_);
        std::swap(current_, kept_);
        return log_density;
    }

protected:
    explicit scaled_part(M const& model)
        : terms_(model.prior(), model.dimension()),
          current_(terms_.log_reference()),
          proposed_(current_),
          kept_(current_),
          stretched_(model.dimension()) {}

    inline scale_terms<prior_of<M>> const& terms() const { return terms_; }
    /// The point that is evaluated next has the current scales, or these.
    inline void keep_scales() { proposed_ = current_; }
    inline void propose_scales(vector_view log_scales) { std::ranges::copy(log_scales, proposed_.begin()); }
    inline void commit_scales() { std::swap(current_, proposed_); }
    /// Adds what the scales of the point that is being evaluated bring at θ; at that point; at the current point, its own.
    inline double with_scales(double log_density, vector_view theta) const { return log_density + terms_.value(theta, proposed_); }
    inline double with_proposed_scales(double log_density) const {
        return with_scales(log_density, as_view(own().proposal_.theta));
    }
    inline double with_current_scales(double log_density) const {
        return log_density + terms_.value(as_view(own().current_.theta), current_);
    }
    /// At the current scales.
    inline void add_scales_gradient(vector_view theta, vector_out gradient) const {
        terms_.add_gradient(theta, current_, gradient);
    }
    inline std::size_t saved_scale_count() const { return current_.size(); }
    inline std::vector<double> save_scales() const { return current_; }
    inline void restore_scales(std::vector<double> const& saved) { current_ = saved; }
    inline void take_scales(scaled_part const& other) { current_ = other.current_; }

private:
    inline Own& own() { return static_cast<Own&>(*this); }
    inline Own const& own() const { return static_cast<Own const&>(*this); }

    scale_terms<prior_of<M>> terms_;
    std::vector<double> current_, proposed_, kept_;  // log s
    std::vector<double> stretched_;                  // θ
};

/// What firefly's density has besides.
template <class Own, Model M, Bound B>
class scaled_factors : public scaled_part<Own, M> {
protected:
    using scaled_part<Own, M>::scaled_part;
    inline void take_scaled_rows() {}
};

template <class Own, Model M, CurvedBound B>
    requires ScaledPrior<prior_of<M>>
class scaled_factors<Own, M, B> : public scaled_part<Own, M> {
public:
    inline bool rescale(vector_view log_scales) {
        this->propose_scales(log_scales);
        this->terms().fill_excess(log_scales, excess_);
        double const of_scales = this->terms().of_scales(log_scales);
        return of_scales > -infinity && gaussian_.rescale(excess_, of_scales);
    }
    inline scaled_frame const& scaled() const { return gaussian_.frame(); }
    double place_scaled(vector_view white, vector_view u, vector_view gaps) {
        Own& own = static_cast<Own&>(*this);
        vector_out const d = as_out(own.displacement_);
        gaussian_.unwhiten(white, d);
        add(d, own.shared_.bound().anchor(), as_out(own.proposal_.theta));
        own.proposal_.region = own.shared_.bound().region(d);
        return own.placed(gaussian_.log_density(white), u, gaps);
    }

protected:
    explicit scaled_factors(M const& model) : scaled_part<Own, M>(model), excess_(model.dimension()) {}

    /// Those of the bright data, in the order of the frame. Where no scale is learned nobody asks for them.
    inline void take_scaled_rows() {
        if (this->terms().count() == 0) return;
        Own& own = static_cast<Own&>(*this);
        if (!gaussian_.is_ready()) gaussian_.begin(own.shared_.pseudo_prior(0), own.shared_.bound().anchor());
        gaussian_.take_rows(own.frame_.stacked(own.bright_));
    }

private:
    scaled_gaussian gaussian_;
    std::vector<double> excess_;  // Δ
};

}  // namespace firefly
