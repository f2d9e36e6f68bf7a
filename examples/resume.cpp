/// A chain in a file: save it, go on later, get the draws that would have been. With parts of your own, too.
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/take.hpp>
#include <tuple>
#include <vector>

import firefly;

namespace views = ranges::views;

namespace {

auto some_model() {
    auto data = firefly::synthetic_logistic({.rows = 5'000, .columns = 3});
    return firefly::posterior(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data));
}

/// A random walk of one coordinate after the other. Which is next is its state, and `members` is all that saving it takes.
struct round_robin {
    struct state {
        std::size_t next = 0;
        static auto members(auto& self) { return std::tie(self.next); }
        friend bool operator==(state const&, state const&) = default;
    };
    struct info {
        double acceptance, step;
    };

    state start() const { return {}; }

    template <firefly::Density Target, firefly::Random Source>
    info step(Target& target, state& state, Source& random) const {
        firefly::vector_out const proposal = target.scratch(0);
        auto const& from = target.current().theta;
        for (std::size_t i = 0; i < from.size(); ++i) proposal[i] = from(i);
        double noise[1];
        random.normals(noise);
        proposal[state.next] += 0.1 * noise[0];
        state.next = (state.next + 1) % from.size();
        double const before = target.current().log_density;
        bool const accepted = random.accept(target.evaluate(proposal) - before);
        if (accepted) target.commit();
        return {.acceptance = accepted ? 1.0 : 0.0, .step = 0.1};
    }
};

}  // namespace

TEST_CASE("a chain that was saved goes on bit for bit") {
    auto const file = std::filesystem::temp_directory_path() / "firefly_example.chain";
    firefly::plan const plan(some_model());
    firefly::chain_options const options{.seed = 4, .warm_up = 100};

    auto const uninterrupted = plan.draws(options) | views::take(300) | ranges::to<std::vector>();

    auto chain = plan.make_chain(options);
    for (int i = 0; i < 250; ++i) chain->advance();
    save(*chain, file);
    chain.reset();

    auto resumed = plan.make_chain(options);
    load(*resumed, file);
    auto const rest = firefly::draws(resumed) | views::take(50) | ranges::to<std::vector>();
    CHECK(rest == (uninterrupted | views::drop(250) | ranges::to<std::vector>()));
    std::filesystem::remove(file);
}

TEST_CASE("so does a chain with a kernel of your own") {
    auto const file = std::filesystem::temp_directory_path() / "firefly_example_own.chain";
    firefly::plan const plan(some_model(), {.algorithm = firefly::algorithm_kind::firefly});
    auto const make = [&] {
        return firefly::make_firefly_chain(plan.target(), round_robin{}, plan.updater(), {.seed = 4, .warm_up = 100},
                                           plan.at().theta);
    };

    auto const chain = make();
    for (int i = 0; i < 250; ++i) chain->advance();
    save(*chain, file);
    auto const resumed = make();
    load(*resumed, file);
    auto const expected = firefly::draws(chain) | views::take(50) | ranges::to<std::vector>();
    CHECK((firefly::draws(resumed) | views::take(50) | ranges::to<std::vector>()) == expected);
    std::filesystem::remove(file);
}
