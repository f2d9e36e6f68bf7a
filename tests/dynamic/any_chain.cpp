/// Chains in files, whatever they are made of.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/draws.hpp"
#include "support/every_sampler.hpp"
#include "support/logistic_problem.hpp"
#include "support/temporary_directory.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr chain_options options{.seed = 431, .chain = 2, .warm_up = 40};

}  // namespace

TEST_CASE("a chain that is saved to a file goes on bit for bit, whatever its plan chose") {
    temporary_directory const directory;
    auto const model = synthetic_posterior(3000, 4, 432);
    for (choices const& wanted : {choices{}, choices{.kernel = kernel_kind::mala, .updater = updater_kind::thinned_gibbs},
                                  choices{.kernel = kernel_kind::slice, .updater = updater_kind::deterministic_sweep},
                                  choices{.algorithm = algorithm_kind::regular, .kernel = kernel_kind::independence}}) {
        plan const made(model, wanted);
        auto const chain = made.make_chain(options), again = made.make_chain({.seed = 1, .warm_up = 0});
        advance(*chain, 25);
        save(*chain, directory / "chain");
        advance(*chain, 10);
        save(*chain, directory / "chain");  // takes the place of the one before
        load(*again, directory / "chain");
        CHECK(again->save() == chain->save());
        CHECK(advance(*again, 60) == advance(*chain, 60));
    }
}

TEST_CASE("a typed chain and an erased one of the same parts draw the same") {
    auto const model = synthetic_posterior(2000, 4, 433);
    plan const made(model, {.algorithm = algorithm_kind::firefly});
    vector const start = laplace_draw(made.at(), options);
    auto const typed = make_firefly_chain(made.target(), made.kernel(), made.updater(), options, as_view(start));
    auto const erased = start_erased_chain(any_firefly_density(firefly_density(made.target(), as_view(start))),
                                           any_kernel<any_firefly_density>(made.kernel()), any_updater(made.updater()), options,
                                           any_updater(full_gibbs{}));
    CHECK(advance(*erased, 200) == advance(*typed, 200));
    CHECK(erased->brightness()->count() == typed->density().brightness().count());
    CHECK(erased->where() == typed->density().current());

    // With parts that learn in warm-up.
    random_walk const walk({.step = 3, .shape = preconditioner(made.at().precision)});
    implicit_update const update({.q = 0.01});
    auto const typed_walk = make_firefly_chain(made.target(), walk, update, options, as_view(start));
    auto const erased_walk =
        start_erased_chain(any_firefly_density(firefly_density(made.target(), as_view(start))),
                           any_kernel<any_firefly_density>(walk), any_updater(update), options, any_updater(full_gibbs{}));
    CHECK(advance(*erased_walk, 200) == advance(*typed_walk, 200));
}

TEST_CASE("a file that holds no chain, a damaged one, or one of other parts is refused in one line") {
    temporary_directory const directory;
    auto const complaint = [&](any_chain& chain, std::string const& name) {
        try {
            load(chain, directory / name);
        } catch (data_error const& failure) { return std::string(failure.what()); }
        return std::string();
    };
    plan const firefly(synthetic_posterior(500, 3, 434), {.algorithm = algorithm_kind::firefly});
    auto const chain = firefly.make_chain(options);
    advance(*chain, 5);
    auto const before = chain->save();

    directory.write("text", "lambda\n");
    CHECK(complaint(*chain, "text").ends_with("text: is not a chain of firefly"));
    save(*plan(synthetic_posterior(500, 3, 434), {.algorithm = algorithm_kind::regular}).make_chain(options), directory / "other");
    CHECK(complaint(*chain, "other").find("another kind of chain") != std::string::npos);
    save(*chain, directory / "cut");
    std::filesystem::resize_file(directory / "cut", 60);
    CHECK(complaint(*chain, "cut").find("is damaged") != std::string::npos);
    CHECK(chain->save() == before);  // what cannot be loaded changes nothing
}

TEST_CASE("a state of numbers that no chain can have is refused, and the chain stays where it was") {
    temporary_directory const directory;
    auto const model = synthetic_posterior(500, 3, 435);
    double const nan = std::nan("");
    auto const is_refused = [&](auto const& chain, auto change) {
        auto const before = chain->state();
        auto state = before;
        change(state);
        chain->restore(before);
        byte_writer out;
        out.put(state);
        CHECK_THROWS_AS(erase(chain)->load(out.bytes()), data_error);
        CHECK(chain->state() == before);
    };
    plan const made(model, {.algorithm = algorithm_kind::firefly});
    vector const start = laplace_draw(made.at(), options);
    preconditioner const shape(made.at().precision);
    auto const with = [&](auto kernel, auto updater) {
        auto chain = make_firefly_chain(made.target(), kernel, updater, options, as_view(start));
        advance(*chain, 5);
        return chain;
    };
    auto const walk = with(random_walk({.shape = shape}), made.updater());
    is_refused(walk, [&](auto& state) { state.density.current.theta(1) = nan; });
    is_refused(walk, [&](auto& state) { state.density.current.theta.resize({2}); });
    is_refused(walk, [&](auto& state) { state.density.bright.push_back(500); });
    is_refused(walk, [&](auto& state) { state.kernel.log_step = nan; });
    is_refused(walk, [&](auto& state) { state.updater.rate = 1e300; });
    is_refused(walk, [&](auto& state) { state.updater.rate = nan; });
    is_refused(walk, [&](auto& state) { state.updater.bright = -1; });
    is_refused(walk, [&](auto& state) { state.updater.extra.push_back(3); });
    auto const sliced = with(slice({.shape = shape}), explicit_update({.alpha = 0.1}));
    is_refused(sliced, [&](auto& state) { state.kernel.width = 0; });
    is_refused(sliced, [&](auto& state) { state.kernel.width = infinity; });
    is_refused(sliced, [&](auto& state) { state.updater.picks.push_back(499); });
    auto const thinned =
        with(slice({.shape = shape}), make_thinned_gibbs(survey(made.target().model(), made.target().bound(), made.at().precision),
                                                         as_view(made.at().theta), made.at().precision));
    is_refused(thinned, [&](auto& state) { state.updater.struck.push_back(1); });
    auto const regular =
        make_regular_chain(model, independence({.centre = made.at().theta, .shape = shape, .batch = 8}), options, as_view(start));
    advance(*regular, 3);
    is_refused(regular, [&](auto& state) { state.kernel.squares.pop_back(); });
    is_refused(regular, [&](auto& state) { state.kernel.points[0] = nan; });
    auto state = regular->state();
    state.kernel.points.pop_back();
    regular->restore(state);
    CHECK_THROWS_WITH_AS(regular->advance(), "independence: the state is not one of this density; start from the kernel's own",
                         invalid_argument);
}
