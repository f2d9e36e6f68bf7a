/// Who satisfies which concept, and who must not: checked by the compiler; running it only says that it compiled.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly;

using namespace firefly;

namespace {

using logistic_posterior = posterior<logistic, gaussian_prior, dense_rows>;

struct random_without_skip {
    bool accept(double);
    bool chance(double);
    bool chance(double, double);
    std::size_t pick(std::size_t);
    double uniform();
    double exponential();
    void normals(vector_out);
    void exponentials(vector_out);
};

struct random_with_float_uniform : random_without_skip {
    row_index skip(double);
    float uniform();
};

struct density_without_commit {
    std::size_t dimension() const;
    point const& current() const;
    double evaluate(vector_view);
    vector_out scratch(std::size_t);
    std::uint64_t queries() const;
};

struct density_that_copies_its_point : density_without_commit {
    void commit();
    point current() const;
};

struct source_without_collect {
    row_index rows() const;
    std::size_t columns() const;
    row_block block(std::size_t, block_buffer&) const;
    void request(std::span<row_index const>, packed_rows&) const;
};

struct source_that_changes_when_read : source_without_collect {
    void collect(packed_rows&);
};

struct likelihood_without_check {
    std::size_t width() const;
    void log_likelihood(vector_view, vector_view, vector_out) const;
    void derivatives(vector_view, vector_view, vector_out, vector_out) const;
};

struct prior_without_remainder {
    quadratic gaussian_part(vector_view) const;
};

struct bound_without_notes {
    vector_view anchor() const;
    std::size_t regions() const;
    std::size_t region(vector_view) const;
    quadratic const& collapsed(std::size_t) const;
    void annotate(auto&) const;
    void gap(std::size_t, auto const&, evaluation&) const;
};

struct notes_without_clear {
    void append(notes_without_clear const&, std::size_t);
    void replace_by_last(std::size_t);
};

struct bound_with_wrong_notes : bound_without_notes {
    using notes = notes_without_clear;
};

struct bound_without_gap {
    using notes = no_notes;
    vector_view anchor() const;
    std::size_t regions() const;
    std::size_t region(vector_view) const;
    quadratic const& collapsed(std::size_t) const;
    void annotate(batch<notes>&) const;
};

struct bound_that_collapses_at_every_call : bound_without_gap {
    void gap(std::size_t, batch<notes> const&, evaluation&) const;
    quadratic collapsed(std::size_t) const;
};

struct complete_bound : bound_without_gap {
    void gap(std::size_t, batch<notes> const&, evaluation&) const;
};

template <class State, class Info>
struct kernel_of {
    using state = State;
    using info = Info;
    State start() const;
    template <Density T, Random R>
    Info step(T&, State&, R&) const;
};

struct comparable {
    bool operator==(comparable const&) const = default;
};
struct not_comparable {};
struct full_info {
    double acceptance;
    double step;
};
struct info_without_acceptance {
    double step;
};
struct info_without_step {
    double acceptance;
};

struct greedy_kernel : kernel_of<comparable, full_info> {  // asks a density for more than `Density` promises
    template <class T, Random R>
    full_info step(T& target, comparable&, R&) const
        requires requires { target.gradient(); };
};

struct kernel_without_start {
    using state = comparable;
    using info = full_info;
    template <Density T, Random R>
    info step(T&, state&, R&) const;
};

template <class State, class Result>
struct updater_of {
    using state = State;
    State start() const;
    template <Brightness Z, Random R>
    void propose(Z const&, State&, R&, std::vector<row_index>&) const;
    template <BrightnessTarget T, Random R>
    Result decide(T&, State&, R&) const;
};

struct updater_without_propose {
    using state = comparable;
    state start() const;
    template <BrightnessTarget T, Random R>
    z_stats decide(T&, state&, R&) const;
};

struct target_without_darken {
    bright_set const& brightness() const;
    vector_view bright_factors() const;
    vector_view bright_log_factors() const;
    void request(std::span<row_index const>);
    void collect();
    std::span<row_index const> candidates() const;
    vector_view candidate_factors() const;
    vector_view candidate_log_factors() const;
    void brighten(std::size_t);
};

struct brightness_without_order {
    row_index size() const;
    std::size_t count() const;
    bool is_bright(row_index) const;
};

struct brightness_without_position : brightness_without_order {
    row_index ith_bright(std::size_t) const;
};

struct model_without_prior {
    std::size_t dimension() const;
    logistic const& likelihood() const;
    dense_rows const& rows() const;
};

struct model_that_cannot_be_copied : model_without_prior {
    model_that_cannot_be_copied(model_that_cannot_be_copied const&) = delete;
    gaussian_prior const& prior() const;
};

template <class K>
concept IsKernel = Kernel<K, archetype::density, archetype::random>;
template <class K>
concept IsGradientKernel = Kernel<K, archetype::differentiable_density, archetype::random>;
template <class U>
concept IsUpdater = BrightnessUpdater<U, archetype::brightness_target, archetype::random>;

}  // namespace

TEST_CASE("shipped types satisfy the concepts they are meant for") {
    static_assert(Random<random_source>);
    static_assert(RowSource<dense_rows>);
    static_assert(Likelihood<logistic>);
    static_assert(Prior<gaussian_prior>);
    static_assert(ModelOf<logistic_posterior, logistic>);
    static_assert(Bound<jaakkola_jordan>);
    static_assert(DifferentiableBound<jaakkola_jordan>);
    static_assert(MeasuredBound<jaakkola_jordan> && MeasuredBound<student_t_bound> && CurvedBound<bohning> &&
                  !MeasuredBound<bohning>);
    static_assert(DifferentiableDensity<regular_density<logistic_posterior>>);
    static_assert(DifferentiableDensity<firefly_density<logistic_posterior, jaakkola_jordan>>);
    static_assert(BrightnessTarget<firefly_density<logistic_posterior, jaakkola_jordan>>);
    static_assert(Brightness<bright_set>);
    static_assert(IsKernel<random_walk> && Adaptive<random_walk>);
    static_assert(IsKernel<slice> && Adaptive<slice>);
    static_assert(IsGradientKernel<mala> && Adaptive<mala>);
    static_assert(IsGradientKernel<hamiltonian> && Adaptive<hamiltonian>);
    static_assert(IsGradientKernel<random_walk> && IsGradientKernel<slice>);
    static_assert(IsUpdater<implicit_update> && IsUpdater<full_gibbs>);
    static_assert(IsUpdater<explicit_update> && IsUpdater<explicit_distinct> && IsUpdater<deterministic_sweep>);
    static_assert(std::regular<chain_state<random_walk::state, implicit_update::state>>);
    static_assert(std::regular<chain_state<slice::state, implicit_update::state>>);
    static_assert(std::regular<draw> && std::regular<z_stats> && std::regular<density_state>);
    CHECK(true);
}

TEST_CASE("one missing or wrong part is enough to fail a concept") {
    static_assert(!Random<random_without_skip> && !Random<random_with_float_uniform>);
    static_assert(!Density<density_without_commit> && !Density<density_that_copies_its_point>);
    static_assert(!RowSource<source_without_collect> && !RowSource<source_that_changes_when_read>);
    static_assert(!Likelihood<likelihood_without_check> && !Prior<prior_without_remainder>);
    static_assert(BoundNotes<no_notes> && !BoundNotes<notes_without_clear>);
    static_assert(!Bound<bound_without_notes> && !Bound<bound_with_wrong_notes>);
    static_assert(!Bound<bound_without_gap> && !Bound<bound_that_collapses_at_every_call> && Bound<complete_bound>);
    static_assert(!Brightness<brightness_without_order> && !Brightness<brightness_without_position>);
    static_assert(!BrightnessTarget<target_without_darken>);
    static_assert(!Model<model_without_prior> && !Model<model_that_cannot_be_copied>);
    CHECK(true);
}

TEST_CASE("a kernel must have a comparable state, a start, an acceptance and a step, and ask no more than a density gives") {
    static_assert(IsKernel<kernel_of<comparable, full_info>>);
    static_assert(!IsKernel<kernel_of<not_comparable, full_info>>);
    static_assert(!IsKernel<kernel_of<comparable, info_without_acceptance>>);
    static_assert(!IsKernel<kernel_of<comparable, info_without_step>>);
    static_assert(!IsKernel<greedy_kernel> && !IsKernel<kernel_without_start>);
    static_assert(!IsKernel<mala> && !IsKernel<hamiltonian>);  // a density without a gradient is not enough for them
    static_assert(!Kernel<random_walk, density_without_commit, archetype::random>);
    static_assert(!Kernel<random_walk, archetype::density, random_without_skip>);
    static_assert(!Adaptive<kernel_of<comparable, full_info>>);
    CHECK(true);
}

TEST_CASE("an updater must have a comparable state, propose ahead, and report what it did") {
    static_assert(IsUpdater<updater_of<comparable, z_stats>>);
    static_assert(!IsUpdater<updater_of<not_comparable, z_stats>>);
    static_assert(!IsUpdater<updater_of<comparable, void>>);
    static_assert(!IsUpdater<updater_without_propose> && !IsUpdater<no_update>);
    static_assert(!BrightnessUpdater<implicit_update, target_without_darken, archetype::random>);
    CHECK(true);
}
