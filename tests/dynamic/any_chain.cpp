/// Chains in files, whatever they are made of.
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
