/// The archetypes must be the least that satisfies their concepts: with anything more, an algorithm could use what nobody promised. Checked
/// by the compiler; running it only says that it compiled.
#include <concepts>
#include <cstddef>

#include <doctest/doctest.h>

import firefly.core;

using namespace firefly;

namespace {

template <class T>
concept HasGradient = requires(T& target, vector_out out) { target.gradient(out); };
template <class T>
concept HasPlane = requires(T& target, double x) { target.on_plane(x, x); };
template <class T>
concept HasBatches = requires(T& target, matrix_view points, vector_out out) { target.evaluate_many(points, out); };
template <class T>
concept HasFrame = requires(T& target) { target.frame(); };
template <class Z>
concept CanChange = requires(Z& z, row_index n) { z.brighten(n); };
template <class T>
concept HasBrightness = requires(T const& target) { target.brightness(); };

}  // namespace

TEST_CASE("archetypes promise what a concept asks and not more") {
    static_assert(Random<archetype::random> && Density<archetype::density>);
    static_assert(Brightness<archetype::brightness> && BrightnessTarget<archetype::brightness_target>);
    static_assert(!BrightnessTarget<archetype::density> && !Density<archetype::brightness_target>);
    static_assert(!Brightness<archetype::brightness_target>);
    CHECK(true);
}

TEST_CASE("each archetype of a density adds what its concept adds, and nothing of the others") {
    using namespace archetype;
    static_assert(!HasGradient<density> && !HasPlane<density> && !HasBatches<density> && !HasFrame<density>);
    static_assert(HasGradient<differentiable_density> && !HasPlane<differentiable_density> && !HasBatches<differentiable_density>);
    static_assert(HasBatches<batch_density> && !HasGradient<batch_density> && !HasPlane<batch_density>);
    static_assert(HasPlane<plane_density> && !HasGradient<plane_density> && !HasFrame<plane_density>);
    static_assert(HasFrame<factored_density> && HasPlane<factored_density> && !HasGradient<factored_density>);
    static_assert(!HasBrightness<density> && !HasBrightness<factored_density> && HasBrightness<brightness_target>);
    CHECK(true);
}

TEST_CASE("an archetype of brightness can be read and not changed") {
    static_assert(CanChange<bright_set> && !CanChange<archetype::brightness>);
    static_assert(std::same_as<decltype(static_cast<archetype::brightness_target const*>(nullptr)->brightness()),
                               archetype::brightness const&>);
    CHECK(true);
}
