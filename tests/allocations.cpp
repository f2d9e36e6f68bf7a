/// Nothing is allocated in an iteration: counted by replacing the global operator new.
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

namespace {

std::size_t allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
    ++allocations;
    std::size_t const rounded = (size + alignment - 1) / alignment * alignment;
    if (void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(size, alignof(std::max_align_t));
}
void* operator new[](std::size_t size) {
    return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

using namespace firefly;
using namespace firefly::testing;

namespace {

template <class Work>
std::size_t allocations_of(Work const& work) {
    std::size_t const before = allocations;
    work();
    return allocations - before;
}

stream<int> counting() {
    for (int i = 0;; ++i) co_yield i;
}

}  // namespace

TEST_CASE("the counter counts") {
    CHECK(allocations_of([] {
              std::vector<int> const v(10);
              CHECK(v.size() == 10);
          }) >= 1);
}

TEST_CASE("a stream allocates its frame and then nothing") {
    int last = 0;
    stream<int> s;
    CHECK(allocations_of([&] { s = counting(); }) == 1);
    CHECK(allocations_of([&] {
              for (int const value : s)
                  if ((last = value) == 10'000) break;
          }) == 0);
    CHECK(last == 10'000);
}

TEST_CASE("copies of a stream allocate nothing") {
    stream<int> const s = counting();
    CHECK(allocations_of([&] {
              for (int i = 0; i < 100; ++i) {
                  stream<int> const copy = s;
                  copy.begin();
              }
          }) == 0);
}

TEST_CASE("a firefly chain allocates only when its bright set or its candidates outgrow all before") {
    // synthetic 5000 x 6, seed 151; 10,000 iterations of seed 1 after 50,000 to grow in. All that grows with the bright data, some fifteen
    // arrays, grows together; once more is likely enough.
    stream<draw> const draws = firefly_chain(synthetic_posterior(5000, 6, 151), {.seed = 1, .warm_up = 1000});
    auto draw = draws.begin();
    for (int i = 0; i < 50'000; ++i) ++draw;
    std::size_t const count = allocations_of([&] {
        for (int i = 0; i < 10'000; ++i) ++draw;
    });
    MESSAGE("allocations in 10,000 firefly iterations: ", count);
    CHECK(count < 20);
}

TEST_CASE(
    "nor does a chain of a likelihood whose bound the library makes, of a lambda, of ordered categories or of noise allocate more") {
    // synthetic 5000 x 6, seed 154, whose classes are taken for counts; as above. Few data are bright, so that a record number of them, and with it
    // all that grows, is met more than once: two or three times fifteen arrays, and not one allocation per iteration.
    dense_rows const rows(synthetic_logistic({.rows = 5000, .columns = 6, .seed = 154}));
    auto const check = [&](auto const& model) {
        stream<draw> const draws = firefly_chain(model, {.seed = 1, .warm_up = 1000});
        auto draw = draws.begin();
        for (int i = 0; i < 50'000; ++i) ++draw;
        CHECK(allocations_of([&] {
                  for (int i = 0; i < 10'000; ++i) ++draw;
              }) < 60);
    };
    check(posterior(poisson{}, gaussian_prior(1), rows));
    check(posterior(cloglog{}, gaussian_prior(1), rows));
    check(posterior(likelihood_from([](auto eta, double y) { return y * eta - exp(eta); }), gaussian_prior(1), rows));
    check(synthetic_ordinal(5000, 6, 4, 155));
    check(synthetic_noise(5000, 6, 156));
}

TEST_CASE("nor does a chain with learned scales, whose precision is factorised in every iteration, in either algebra") {
    // synthetic 5000 x 4, seed 158, with 40 levels of a group, and a horseshoe; as above.
    data_set data = synthetic_logistic({.rows = 5000, .columns = 44, .seed = 158});
    for (row_index n = 0; n < 5000; ++n)
        for (std::size_t level = 0; level < 40; ++level) data.features(n, 4 + level) = n % 40 == level ? 1 : 0;
    dense_rows const rows(std::move(data));
    for (bool const is_portable : {false, true}) {
        CAPTURE(is_portable);
        use_portable_algebra(is_portable);
        for (auto const& term : {prior_term::half_cauchy(40, 1), prior_term::horseshoe(40, 1)}) {
            auto const draws = firefly_chain(posterior(logistic{}, composed_prior({prior_term::normal(4, 2.5), term}), rows),
                                             {.seed = 1, .warm_up = 500});
            auto draw = draws.begin();
            for (int i = 0; i < 2000; ++i) ++draw;
            CHECK(allocations_of([&] {
                      for (int i = 0; i < 500; ++i) ++draw;
                  }) < 60);
        }
    }
    use_portable_algebra(false);
}

TEST_CASE("a chain on a grid allocates for the values that it has not seen, and then no more than one of a single value") {
    dense_rows const rows(synthetic_logistic({.rows = 5000, .columns = 6, .seed = 157}));
    using model = posterior<negative_binomial, gaussian_prior, dense_rows>;
    grid_plan const plan(
        grid_parameter<model>{
            .model_at = [&](double size) { return posterior(negative_binomial({.size = size}), gaussian_prior(1), rows); },
            .least = 1,
            .most = 100,
            .log_prior = [](double) { return 0.0; }},
        grid_values{.values = {3, 6, 12}, .log_priors = {0, 0, 0}, .likeliest = 1, .reach = 2});
    auto const chain = plan.make_chain({.seed = 1, .warm_up = 1000});
    for (int i = 0; i < 50'000; ++i) chain->advance();
    CHECK(allocations_of([&] {
              for (int i = 0; i < 10'000; ++i) chain->advance();
          }) < 120);
}

TEST_CASE("a regular chain allocates nothing after its first iteration") {
    // synthetic 5000 x 6, seed 152; 500 iterations of seed 1
    stream<draw> const draws = regular_chain(synthetic_posterior(5000, 6, 152), {.seed = 1, .warm_up = 100});
    auto draw = draws.begin();
    CHECK(draw->iteration == 0);  // set-up and the first iteration are made here
    CHECK(allocations_of([&] {
              for (int i = 0; i < 500; ++i) ++draw;
          }) == 0);
}

TEST_CASE("no kernel allocates anything on a firefly density after its first step") {
    // synthetic 2000 x 5, seed 153; z drawn once and kept; 200 steps of each kernel
    auto const model = synthetic_posterior(2000, 5, 153);
    auto const map = find_map(model);
    firefly_density density(joint(model, jaakkola_jordan::untuned(model), 0), as_view(map.theta));  // whitened on demand
    random_source random({.seed = 1});
    full_gibbs().decide(density, {}, random);
    REQUIRE(density.brightness().count() > 10);

    auto const check_on = [&](auto& target, auto const& kernel) {
        auto state = kernel.start();
        kernel.step(target, state, random);
        CHECK(allocations_of([&] {
                  for (std::uint64_t i = 0; i < 200; ++i) {
                      auto const info = kernel.step(target, state, random);
                      if constexpr (requires { kernel.adapt(state, info, i); }) kernel.adapt(state, info, i);
                  }
              }) == 0);
    };
    auto const check = [&](auto const& kernel) { check_on(density, kernel); };
    preconditioner const shape(map.precision);
    check(random_walk({.shape = shape}));
    check(mala({.shape = shape}));
    check(hamiltonian({.shape = shape}));
    check(slice({.shape = shape}));
    check(slice({.lines = slice_lines::random_direction, .shape = shape}));
    check(elliptical_slice({.centre = map.theta, .shape = shape}));
    check(bright_gibbs({.centre = map.theta, .shape = shape}));  // as many bright data as parameters: elliptical steps
    while (density.brightness().count() > 2) density.darken(0);
    check(bright_gibbs({.centre = map.theta, .shape = shape, .elliptical_every = 5}));

    // Two rows that are equal: the second is dragged along.
    auto const equal = make_posterior(matrix_of({{1, 0.5, -0.3}, {1, 0.5, -0.3}}), vector_of({1, 0}), 1.2);
    firefly_density both(joint(equal, jaakkola_jordan::untuned(equal)), as_view(vector_of({0.1, 0.2, 0.3})));
    both.request(std::vector<row_index>{0, 1});
    both.collect();
    for (std::size_t i = 0; i < 2; ++i) both.brighten(i);
    check_on(both, elliptical_slice({.centre = zeros(3)}));
    check_on(both, bright_gibbs({.centre = zeros(3), .elliptical_every = 5}));
}

TEST_CASE("the factor of a precision with groups allocates nothing once it has been made") {
    // 40 levels, each with two of six other coordinates: some are eliminated, the others are the core.
    matrix precision = zeros(46, 46);
    for (std::size_t i = 0; i < 46; ++i) precision(i, i) = 9;
    for (std::size_t g = 0; g < 40; ++g)
        for (std::size_t const i : {40 + g % 6, 40 + g * 5 / 4 % 6}) precision(g, i) = precision(i, g) = 0.5;
    sparse_cholesky factor(precision);
    REQUIRE(factor.core_size() < 20);
    std::vector<double> more(46), x(46, 1);
    REQUIRE(factor.refactorise(more));
    factor.solve_lower(x);  // with memory of this thread's own from now on
    bool positive = true;
    CHECK(allocations_of([&] {
              for (std::size_t i = 0; i < 46; ++i) {
                  more[i] = 1;
                  positive = factor.refactorise(more) && positive;
                  factor.solve_lower(x);
                  factor.solve_upper(x);
              }
          }) == 0);
    CHECK(positive);
}
