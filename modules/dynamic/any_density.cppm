/// Densities whose model and bound are chosen at run time.
///
/// A program that offers m models, b bounds, k kernels and u updaters would compile m·b·k·u chains; with the density behind one pointer
/// it compiles k·u. Cost: an indirect call for each evaluation of a batch, none for each datum. Library users who know their model at
/// compile time do not need this.
module;
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

export module firefly.dynamic:any_density;

import firefly.external;
import firefly.core;

namespace firefly {

/// What every density does.
struct density_interface {
    virtual ~density_interface() = default;
    virtual std::size_t dimension() const = 0;
    virtual point const& current() const = 0;
    virtual double evaluate(vector_view theta) = 0;
    virtual double evaluate(vector_view theta, vector_out gradient) = 0;
    virtual void gradient(vector_out out) = 0;
    virtual void commit() = 0;
    virtual vector_out scratch(std::size_t i) = 0;
    virtual std::uint64_t queries() const = 0;
    virtual density_state save() const = 0;
    virtual vector_view log_scales() const = 0;
    virtual std::span<std::size_t const> scale_family(std::size_t g) const = 0;
    virtual std::size_t scale_size(std::size_t g) const = 0;
    virtual double scale_given_theta(std::size_t g, double x) const = 0;
    virtual void set_scale(std::size_t g, double x) = 0;
    virtual double evaluate_stretched(std::size_t g, double x) = 0;
};

struct regular_interface : density_interface {
    virtual std::unique_ptr<regular_interface> restored(density_state const& saved) const = 0;
    virtual void evaluate_many(matrix_view points, vector_out out) = 0;
    virtual void place(vector_view theta, double log_density) = 0;
};

struct firefly_interface : density_interface {
    virtual std::unique_ptr<firefly_interface> restored(density_state const& saved) const = 0;
    virtual void open_plane(vector_view c, vector_view a, vector_view b) = 0;
    virtual double on_plane(double x, double y) = 0;
    virtual whitening const& inner() const = 0;
    virtual bright_frame const& frame() = 0;
    virtual void separate(double least_pivot) = 0;
    virtual std::vector<double>& workspace(std::size_t i) = 0;
    virtual double inner_gap(std::size_t i, vector_view u) = 0;
    virtual factor_weight inner_weight(std::size_t i, double bend, double u) = 0;
    virtual double correction() = 0;
    virtual double place(vector_view white, vector_view u, vector_view gaps) = 0;
    virtual bool rescale(vector_view log_scales) = 0;
    virtual scaled_frame const& scaled() const = 0;
    virtual double place_scaled(vector_view white, vector_view u, vector_view gaps) = 0;
    virtual bright_set const& brightness() const = 0;
    virtual vector_view bright_factors() const = 0;
    virtual vector_view bright_log_factors() const = 0;
    virtual void request(std::span<row_index const> indices) = 0;
    virtual void collect() = 0;
    virtual std::span<row_index const> candidates() const = 0;
    virtual vector_view candidate_factors() const = 0;
    virtual vector_view candidate_log_factors() const = 0;
    virtual void brighten(std::size_t i) = 0;
    virtual void darken(std::size_t i) = 0;
};

/// A density behind one of the interfaces.
template <class Interface, class Target>
struct density_holder : Interface {
    explicit density_holder(Target density) : held(std::move(density)) {}

    std::size_t dimension() const final { return held.dimension(); }
    point const& current() const final { return held.current(); }
    double evaluate(vector_view theta) final { return held.evaluate(theta); }
    double evaluate(vector_view theta, vector_out gradient) final { return held.evaluate(theta, gradient); }
    void gradient(vector_out out) final { held.gradient(out); }
    void commit() final { held.commit(); }
    vector_out scratch(std::size_t i) final { return held.scratch(i); }
    std::uint64_t queries() const final { return held.queries(); }
    density_state save() const final { return held.save(); }

    // Of a density without learned scales nobody asks for more than that there are none.
    vector_view log_scales() const final {
        if constexpr (ScaledDensity<Target>)
            return held.log_scales();
        else
            return {};
    }
    std::span<std::size_t const> scale_family([[maybe_unused]] std::size_t g) const final {
        if constexpr (ScaledDensity<Target>)
            return held.scale_family(g);
        else
            return {};
    }
    std::size_t scale_size([[maybe_unused]] std::size_t g) const final {
        if constexpr (ScaledDensity<Target>)
            return held.scale_size(g);
        else
            return 0;
    }
    double scale_given_theta([[maybe_unused]] std::size_t g, [[maybe_unused]] double x) const final {
        if constexpr (ScaledDensity<Target>)
            return held.scale_given_theta(g, x);
        else
            return 0;
    }
    void set_scale([[maybe_unused]] std::size_t g, [[maybe_unused]] double x) final {
        if constexpr (ScaledDensity<Target>) held.set_scale(g, x);
    }
    double evaluate_stretched([[maybe_unused]] std::size_t g, [[maybe_unused]] double x) final {
        if constexpr (ScaledDensity<Target>)
            return held.evaluate_stretched(g, x);
        else
            return 0;
    }

    Target held;
};

template <class Target>
struct regular_holder final : density_holder<regular_interface, Target> {
    using density_holder<regular_interface, Target>::density_holder;

    std::unique_ptr<regular_interface> restored(density_state const& saved) const final {
        return std::make_unique<regular_holder>(this->held.restored(saved));
    }
    void evaluate_many(matrix_view points, vector_out out) final { this->held.evaluate_many(points, out); }
    void place(vector_view theta, double log_density) final { this->held.place(theta, log_density); }
};

template <class Target>
struct firefly_holder final : density_holder<firefly_interface, Target> {
    using density_holder<firefly_interface, Target>::density_holder;

    std::unique_ptr<firefly_interface> restored(density_state const& saved) const final {
        return std::make_unique<firefly_holder>(this->held.restored(saved));
    }
    void open_plane(vector_view c, vector_view a, vector_view b) final { this->held.open_plane(c, a, b); }
    double on_plane(double x, double y) final { return this->held.on_plane(x, y); }
    whitening const& inner() const final { return this->held.inner(); }
    bright_frame const& frame() final { return this->held.frame(); }
    void separate(double least_pivot) final { this->held.separate(least_pivot); }
    std::vector<double>& workspace(std::size_t i) final { return this->held.workspace(i); }
    double inner_gap(std::size_t i, vector_view u) final { return this->held.inner_gap(i, u); }
    factor_weight inner_weight(std::size_t i, double bend, double u) final { return this->held.inner_weight(i, bend, u); }
    double correction() final { return this->held.correction(); }
    double place(vector_view white, vector_view u, vector_view gaps) final { return this->held.place(white, u, gaps); }
    bool rescale([[maybe_unused]] vector_view log_scales) final {
        if constexpr (ScaledFactors<Target>)
            return this->held.rescale(log_scales);
        else
            return false;
    }
    scaled_frame const& scaled() const final {
        if constexpr (ScaledFactors<Target>)
            return this->held.scaled();
        else
            return none;
    }
    double place_scaled([[maybe_unused]] vector_view white, [[maybe_unused]] vector_view u,
                        [[maybe_unused]] vector_view gaps) final {
        if constexpr (ScaledFactors<Target>)
            return this->held.place_scaled(white, u, gaps);
        else
            return 0;
    }
    bright_set const& brightness() const final { return this->held.brightness(); }
    vector_view bright_factors() const final { return this->held.bright_factors(); }
    vector_view bright_log_factors() const final { return this->held.bright_log_factors(); }
    void request(std::span<row_index const> indices) final { this->held.request(indices); }
    void collect() final { this->held.collect(); }
    std::span<row_index const> candidates() const final { return this->held.candidates(); }
    vector_view candidate_factors() const final { return this->held.candidate_factors(); }
    vector_view candidate_log_factors() const final { return this->held.candidate_log_factors(); }
    void brighten(std::size_t i) final { this->held.brighten(i); }
    void darken(std::size_t i) final { this->held.darken(i); }

    static inline scaled_frame const none = {};
};

/// What both kinds show.
template <class Interface>
class held_density {
public:
    inline std::size_t dimension() const { return held_->dimension(); }
    inline point const& current() const { return held_->current(); }
    inline double evaluate(vector_view theta) { return held_->evaluate(theta); }
    inline double evaluate(vector_view theta, vector_out gradient) { return held_->evaluate(theta, gradient); }
    inline void gradient(vector_out out) { held_->gradient(out); }
    inline void commit() { held_->commit(); }
    inline vector_out scratch(std::size_t i) { return held_->scratch(i); }
    inline std::uint64_t queries() const { return held_->queries(); }
    inline density_state save() const { return held_->save(); }
    /// None where no scale is learned: then nothing else of scales may be asked.
    inline vector_view log_scales() const { return held_->log_scales(); }
    inline std::span<std::size_t const> scale_family(std::size_t g) const { return held_->scale_family(g); }
    inline std::size_t scale_size(std::size_t g) const { return held_->scale_size(g); }
    inline double scale_given_theta(std::size_t g, double x) const { return held_->scale_given_theta(g, x); }
    inline void set_scale(std::size_t g, double x) { held_->set_scale(g, x); }
    inline double evaluate_stretched(std::size_t g, double x) { return held_->evaluate_stretched(g, x); }

protected:
    explicit held_density(std::unique_ptr<Interface> held) : held_(std::move(held)) {}
    inline Interface& held() const { return *held_; }

private:
    std::unique_ptr<Interface> held_;
};

/// The full posterior of some model.
export class any_density : public held_density<regular_interface> {
public:
    template <DifferentiableDensity Target>
        requires BatchDensity<Target>
    explicit any_density(Target density) : held_density(std::make_unique<regular_holder<Target>>(std::move(density))) {}

    any_density restored(density_state const& saved) const { return any_density(held().restored(saved)); }

    inline void evaluate_many(matrix_view points, vector_out out) { held().evaluate_many(points, out); }
    inline void place(vector_view theta, double log_density) { held().place(theta, log_density); }

private:
    using held_density::held_density;
};

/// The density of θ given z of some model and bound.
export class any_firefly_density : public held_density<firefly_interface> {
public:
    template <DifferentiableDensity Target>
        requires BrightnessTarget<Target> && GaussianTimesFactors<Target>
    explicit any_firefly_density(Target density) : held_density(std::make_unique<firefly_holder<Target>>(std::move(density))) {}

    any_firefly_density restored(density_state const& saved) const { return any_firefly_density(held().restored(saved)); }

    inline void open_plane(vector_view c, vector_view a, vector_view b) { held().open_plane(c, a, b); }
    inline double on_plane(double x, double y) { return held().on_plane(x, y); }
    inline whitening const& inner() const { return held().inner(); }
    inline bright_frame const& frame() { return held().frame(); }
    inline void separate(double least_pivot) { held().separate(least_pivot); }
    inline std::vector<double>& workspace(std::size_t i) { return held().workspace(i); }
    inline double inner_gap(std::size_t i, vector_view u) { return held().inner_gap(i, u); }
    inline factor_weight inner_weight(std::size_t i, double bend, double u) { return held().inner_weight(i, bend, u); }
    inline double correction() { return held().correction(); }
    inline double place(vector_view white, vector_view u, vector_view gaps) { return held().place(white, u, gaps); }
    inline bool rescale(vector_view log_scales) { return held().rescale(log_scales); }
    inline scaled_frame const& scaled() const { return held().scaled(); }
    inline double place_scaled(vector_view white, vector_view u, vector_view gaps) { return held().place_scaled(white, u, gaps); }

    inline bright_set const& brightness() const { return held().brightness(); }
    inline vector_view bright_factors() const { return held().bright_factors(); }
    inline vector_view bright_log_factors() const { return held().bright_log_factors(); }
    inline void request(std::span<row_index const> indices) { held().request(indices); }
    inline void collect() { held().collect(); }
    inline std::span<row_index const> candidates() const { return held().candidates(); }
    inline vector_view candidate_factors() const { return held().candidate_factors(); }
    inline vector_view candidate_log_factors() const { return held().candidate_log_factors(); }
    inline void brighten(std::size_t i) { held().brighten(i); }
    inline void darken(std::size_t i) { held().darken(i); }

private:
    using held_density::held_density;
};

static_assert(DifferentiableDensity<any_density> && BatchDensity<any_density> && ScaledDensity<any_density> &&
              !BrightnessTarget<any_density>);
static_assert(DifferentiableDensity<any_firefly_density> && BrightnessTarget<any_firefly_density> &&
              ScaledFactors<any_firefly_density>);

}  // namespace firefly
