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

export module firefly.samplers:any_density;

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
};

struct firefly_interface : density_interface {
    virtual bright_set const& brightness() const = 0;
    virtual vector_view bright_log_factors() const = 0;
    virtual void request(std::span<row_index const> indices) = 0;
    virtual void collect() = 0;
    virtual std::span<row_index const> candidates() const = 0;
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

    Target held;
};

template <class Target>
struct firefly_holder final : density_holder<firefly_interface, Target> {
    using density_holder<firefly_interface, Target>::density_holder;

    bright_set const& brightness() const final { return this->held.brightness(); }
    vector_view bright_log_factors() const final { return this->held.bright_log_factors(); }
    void request(std::span<row_index const> indices) final { this->held.request(indices); }
    void collect() final { this->held.collect(); }
    std::span<row_index const> candidates() const final { return this->held.candidates(); }
    vector_view candidate_log_factors() const final { return this->held.candidate_log_factors(); }
    void brighten(std::size_t i) final { this->held.brighten(i); }
    void darken(std::size_t i) final { this->held.darken(i); }
};

/// The full posterior of some model.
export class any_density {
public:
    template <DifferentiableDensity Target>
    explicit any_density(Target density) : held_(std::make_unique<density_holder<density_interface, Target>>(std::move(density))) {}

    inline std::size_t dimension() const { return held_->dimension(); }
    inline point const& current() const { return held_->current(); }
    inline double evaluate(vector_view theta) { return held_->evaluate(theta); }
    inline double evaluate(vector_view theta, vector_out gradient) { return held_->evaluate(theta, gradient); }
    inline void gradient(vector_out out) { held_->gradient(out); }
    inline void commit() { held_->commit(); }
    inline vector_out scratch(std::size_t i) { return held_->scratch(i); }
    inline std::uint64_t queries() const { return held_->queries(); }
    inline density_state save() const { return held_->save(); }

protected:
    explicit any_density(std::unique_ptr<density_interface> held) : held_(std::move(held)) {}
    inline density_interface& held() const { return *held_; }

private:
    std::unique_ptr<density_interface> held_;
};

/// The density of θ given z of some model and bound.
export class any_firefly_density : public any_density {
public:
    template <DifferentiableDensity Target>
        requires BrightnessTarget<Target>
    explicit any_firefly_density(Target density)
        : any_density(std::unique_ptr<density_interface>(std::make_unique<firefly_holder<Target>>(std::move(density)))) {}

    inline bright_set const& brightness() const { return firefly().brightness(); }
    inline vector_view bright_log_factors() const { return firefly().bright_log_factors(); }
    inline void request(std::span<row_index const> indices) { firefly().request(indices); }
    inline void collect() { firefly().collect(); }
    inline std::span<row_index const> candidates() const { return firefly().candidates(); }
    inline vector_view candidate_log_factors() const { return firefly().candidate_log_factors(); }
    inline void brighten(std::size_t i) { firefly().brighten(i); }
    inline void darken(std::size_t i) { firefly().darken(i); }

private:
    inline firefly_interface& firefly() const { return static_cast<firefly_interface&>(held()); }
};

static_assert(DifferentiableDensity<any_density> && !BrightnessTarget<any_density>);
static_assert(DifferentiableDensity<any_firefly_density> && BrightnessTarget<any_firefly_density>);

}  // namespace firefly
