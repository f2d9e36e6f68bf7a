/// The least that satisfies a concept: declared, never defined. A template that compiles against an archetype uses no more than
/// the concept promises; each algorithm asserts that at the foot of its file.
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.core:archetypes;

import firefly.numeric;
import :bright_frame;
import :bright_set;
import :concepts;
import :draw;
import :learned_scales;

namespace firefly::archetype {

/// A `Random` and nothing more.
export struct random {
    bool accept(double log_probability);
    bool chance(double probability);
    bool chance(double part, double whole);
    std::size_t pick(std::size_t n);
    row_index skip(double q);
    double uniform();
    double exponential();
    void normals(vector_out out);
    void exponentials(vector_out out);
};
static_assert(Random<random>);

/// A `Density` and nothing more.
export struct density {
    std::size_t dimension() const;
    point const& current() const;
    double evaluate(vector_view theta);
    void commit();
    vector_out scratch(std::size_t i);
    std::uint64_t queries() const;
};
static_assert(Density<density>);

/// A `DifferentiableDensity` and nothing more.
export struct differentiable_density : density {
    using density::evaluate;
    double evaluate(vector_view theta, vector_out gradient);
    void gradient(vector_out out);
};
static_assert(DifferentiableDensity<differentiable_density> && !DifferentiableDensity<density>);

/// A `BatchDensity` and nothing more.
export struct batch_density : density {
    void evaluate_many(matrix_view points, vector_out out);
    void place(vector_view theta, double log_density);
};
static_assert(BatchDensity<batch_density> && !BatchDensity<density>);

/// A `PlaneDensity` and nothing more.
export struct plane_density : density {
    void open_plane(vector_view c, vector_view a, vector_view b);
    double on_plane(double x, double y);
};
static_assert(PlaneDensity<plane_density> && !PlaneDensity<density>);

/// A `GaussianTimesFactors` and nothing more.
export struct factored_density : plane_density {
    whitening const& inner() const;
    bright_frame const& frame();
    void separate(double least_pivot);
    std::vector<double>& workspace(std::size_t i);
    double inner_gap(std::size_t i, vector_view u);
    factor_weight inner_weight(std::size_t i, double bend, double u);
    double correction();
    double place(vector_view white, vector_view u, vector_view gaps);
};
static_assert(GaussianTimesFactors<factored_density> && !GaussianTimesFactors<plane_density>);

/// A `ScaledDensity` and nothing more.
export struct scaled_density : density {
    vector_view log_scales() const;
    std::span<std::size_t const> scale_family(std::size_t g) const;
    std::size_t scale_size(std::size_t g) const;
    double scale_given_theta(std::size_t g, double x) const;
    void set_scale(std::size_t g, double x);
    double evaluate_stretched(std::size_t g, double x);
};
static_assert(ScaledDensity<scaled_density> && !ScaledDensity<density>);

/// A density with `ScaledFactors` and nothing more.
export struct scaled_factored_density : factored_density {
    vector_view log_scales() const;
    std::span<std::size_t const> scale_family(std::size_t g) const;
    std::size_t scale_size(std::size_t g) const;
    double scale_given_theta(std::size_t g, double x) const;
    void set_scale(std::size_t g, double x);
    double evaluate_stretched(std::size_t g, double x);
    bool rescale(vector_view log_scales);
    scaled_frame const& scaled() const;
    double place_scaled(vector_view white, vector_view u, vector_view gaps);
};
static_assert(ScaledFactors<scaled_factored_density> && !ScaledFactors<factored_density>);

/// A `Brightness` and nothing more.
export struct brightness {
    row_index size() const;
    std::size_t count() const;
    bool is_bright(row_index n) const;
    row_index ith_bright(std::size_t i) const;
    std::size_t position(row_index n) const;
};
static_assert(Brightness<brightness> && Brightness<bright_set>);

/// A `BrightnessTarget` and nothing more.
export struct brightness_target {
    point const& current() const;
    archetype::brightness const& brightness() const;
    vector_view bright_factors() const;
    vector_view bright_log_factors() const;
    void request(std::span<row_index const> indices);
    void collect();
    std::span<row_index const> candidates() const;
    vector_view candidate_factors() const;
    vector_view candidate_log_factors() const;
    void brighten(std::size_t i);
    void darken(std::size_t i);
};
static_assert(BrightnessTarget<brightness_target>);

}  // namespace firefly::archetype
