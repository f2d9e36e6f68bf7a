#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

/// Two classes that overlap, three, a number, and columns of whole numbers, two of which lie far from zero.
std::filesystem::path write_table(temporary_directory const& directory) {
    constexpr int high = 1'000'000'000;
    std::string text = "two,three,number,x,far,also_far\n";
    for (int i = 0; i < 60; ++i) {
        text += i % 7 < 3 ? "no," : "yes,";
        text += i % 3 == 0 ? "a," : i % 3 == 1 ? "b," : "c,";
        text += std::to_string(i % 5) + "," + std::to_string((i * 37) % 61) + "," + std::to_string(high + (i * 37) % 61) + "," +
                std::to_string(high + i * i % 53) + "\n";
    }
    return directory.write("table.csv", text);
}

struct made {
    model_setup setup;
    std::string said;
};

made set_up(std::string const& target, std::function<void(sample_options&)> const& change = [](auto&) {}) {
    temporary_directory const directory;
    processes const alone;
    sample_options options;
    options.data = write_table(directory).string();
    options.target = target;
    options.features = {"x"};
    options.standardize = true;
    change(options);
    captured const output(stdout);
    auto setup = set_up_model(options, alone);
    return {setup, output.text()};
}

/// Some draws on the scale of the data.
std::vector<firefly::vector> draws_of(model_setup const& setup) {
    std::vector<firefly::vector> result;
    auto const chain = setup.chains.make({.seed = 3, .warm_up = 20});
    for (int i = 0; i < 60; ++i) {
        chain->advance();
        setup.to_data_scale(result.emplace_back(chain->current().theta));
    }
    return result;
}

/// What follows the data, where no prior was asked for.
std::string const common_prior = "Prior: gaussian of scale 2.5 for each coefficient.\n";

std::string refusal_of(std::function<void(sample_options&)> const& change) {
    return complaint<firefly::invalid_argument>([&] { set_up("two", change); });
}

}  // namespace

TEST_CASE("a logistic model is set up from a table, and its classes are told") {
    auto const [setup, said] = set_up("two");
    CHECK(said == "Data: 60 rows, 2 columns; target two = \"yes\" against \"no\".\n" + common_prior);
    CHECK(setup.rows == 60);
    CHECK(setup.dimension == 2);
    CHECK(setup.names() == strings{"(intercept)", "x"});
    CHECK(setup.labels == strings{"no", "yes"});
    CHECK(setup.classes.empty());
    CHECK(setup.prior_scale == 2.5);
    CHECK(setup.to_data_scale.changes());
    CHECK_FALSE(setup.separated);
    REQUIRE(setup.at);
    CHECK(setup.chains.make);
    CHECK_FALSE(setup.reasons.empty());
}

TEST_CASE("a softmax has a name for each class and column") {
    auto const [setup, said] = set_up("three", [](auto& o) { o.model = model_kind::softmax; });
    CHECK(said == "Data: 60 rows, 2 columns; target three with 3 classes.\n" + common_prior);
    CHECK(setup.classes == strings{"a", "b", "c"});
    CHECK(setup.names() == strings{"a:(intercept)", "a:x", "b:(intercept)", "b:x", "c:(intercept)", "c:x"});
}

TEST_CASE("an ordinal model has cutpoints between its categories, which are told in their order, and no intercept") {
    auto const ordered = [](auto& o) { o.model = model_kind::ordinal; };
    auto const [setup, said] = set_up("three", ordered);
    CHECK(said == "Data: 60 rows, 1 column; target three with 3 categories, in this order: \"a\", \"b\", \"c\".\n" + common_prior);
    CHECK(setup.rows == 60);
    CHECK(setup.dimension == 3);
    CHECK(setup.names() == strings{"x", "cutpoint[1]", "cutpoint[2]"});
    CHECK(setup.columns == strings{"x"});
    CHECK(setup.labels == strings{"a", "b", "c"});
    CHECK(setup.classes.empty());
    CHECK_FALSE(setup.separated);
    CHECK(setup.seen.separating.empty());
    for (auto const& theta : draws_of(setup)) CHECK(theta(1) < theta(2));
    // Numbers are in their own order.
    CHECK(set_up("number", ordered).setup.labels == strings{"0", "1", "2", "3", "4"});
    CHECK(set_up("two", ordered).setup.names() == strings{"x", "cutpoint[1]"});
    auto const searched = set_up("number", [&](auto& o) {
        ordered(o);
        o.prior_scale = std::nullopt;
    });
    CHECK(searched.said.find("Prior scale by the log score of 12 held-out rows") != std::string::npos);
    CHECK(searched.setup.prior_scale > 0);
}

TEST_CASE("an ordinal model takes no option about an intercept") {
    auto const refusal = [](auto const& change) {
        return refusal_of([&](auto& o) {
            o.model = model_kind::ordinal;
            change(o);
        });
    };
    CHECK(refusal([](auto& o) { o.no_intercept = true; }) ==
          "--no-intercept: an ordinal model has cutpoints instead of an intercept; leave it out");
    CHECK(refusal([](auto& o) { o.intercept_scale = 3; }) ==
          "--intercept-scale: an ordinal model has cutpoints instead of an intercept; leave it out");
}

TEST_CASE("columns that were centred and standardized, or not, have the same maximum on the scale of the data") {
    auto const maximum = [](bool centred, bool standardized) {
        auto const setup = set_up("number", [&](auto& o) {
                               o.model = model_kind::ordinal;
                               o.no_center = !centred;
                               o.standardize = standardized;
                               o.prior_scale = 1e4;  // as good as flat, on either scale
                           }).setup;
        auto theta = setup.find_maximum().at.theta;
        setup.to_data_scale(theta);
        return theta;
    };
    auto const plain = maximum(false, false);
    for (auto const& other : {maximum(true, false), maximum(false, true), maximum(true, true)})
        for (std::size_t i = 0; i < plain.size(); ++i) CHECK(other(i) == doctest::Approx(plain(i)).epsilon(1e-5));
}

TEST_CASE("a reference that is no class of a softmax is refused") {
    CHECK(refusal_of([](auto& o) {
              o.target = "three";
              o.model = model_kind::softmax;
              o.reference = "d";
          }) == "--reference \"d\": no such class; the classes are \"a\", \"b\", \"c\"");
    CHECK(refusal_of([](auto& o) { o.reference = "yes"; }) ==
          "--reference: contrasts are between the classes of a softmax; leave it out, or use --model softmax");
}

TEST_CASE("scales that are to be found are found, and said") {
    auto const [setup, said] = set_up("number", [](auto& o) {
        o.model = model_kind::robust;
        o.noise_scale = std::nullopt;
        o.prior_scale = std::nullopt;
    });
    CHECK(said.find("Noise scale: sampled as sigma, with a half-Cauchy prior of scale ") != std::string::npos);
    CHECK(said.find(", 2.5 standard deviations of the target.\n") != std::string::npos);
    CHECK(said.find("Prior scale by the log score of 12 held-out rows") != std::string::npos);
    CHECK(said.find("  chosen") != std::string::npos);
    CHECK(setup.spread > 0);
    CHECK_FALSE(setup.likeliest_spread);
    CHECK(*setup.noise_prior_scale > setup.spread);
    CHECK(setup.names().back() == "sigma");
    CHECK(setup.dimension == setup.columns.size() + 1);
    CHECK(setup.prior_scale > 0);
    auto const fixed = set_up("number", [](auto& o) {
        o.model = model_kind::robust;
        o.noise_scale = 0.5;
    });
    CHECK(fixed.setup.spread == 0.5);
    CHECK(*fixed.setup.likeliest_spread == doctest::Approx(setup.spread).epsilon(0.2));
    CHECK_FALSE(fixed.setup.noise_prior_scale);
    CHECK(fixed.setup.dimension == fixed.setup.columns.size());
    CHECK(fixed.said.find("Noise scale") == std::string::npos);
}

TEST_CASE("the scale of the prior of sigma is what was asked for, and one that is held fixed has none") {
    auto const told = set_up("number", [](auto& o) {
        o.model = model_kind::huber;
        o.noise_prior_scale = 3;
    });
    CHECK(told.setup.noise_prior_scale == 3);
    CHECK(told.said.find("Noise scale: sampled as sigma, with a half-Cauchy prior of scale 3.\n") != std::string::npos);
    CHECK(refusal_of([](auto& o) {
              o.model = model_kind::huber;
              o.noise_scale = 1;
              o.noise_prior_scale = 3;
          }) == "--noise-prior-scale: a scale of the noise that is held fixed has no prior; leave one of them out");
}

TEST_CASE("sizes and shapes that are to be found are found, and said") {
    auto const with = [](model_kind model, auto const& change) {
        return set_up("number", [&](auto& o) {
            o.model = model;
            change(o);
        });
    };
    auto const size = with(model_kind::negative_binomial, [](auto&) {});
    CHECK(size.said.find("Size: ") != std::string::npos);
    CHECK(size.setup.likeliest_spread == size.setup.spread);
    auto const given = with(model_kind::negative_binomial, [](auto& o) { o.size = 3; });
    CHECK(given.said.find("Size") == std::string::npos);
    CHECK(given.setup.spread == 3);
    CHECK_FALSE(given.setup.likeliest_spread);
    auto const positive = [](auto& o) {
        o.data += ".positive.csv";
        std::ofstream file(o.data);
        file << "number,x\n";
        for (int i = 0; i < 60; ++i) file << 1 + i % 5 << "," << i % 7 << "\n";
    };
    auto const shape = with(model_kind::gamma, positive);
    CHECK(shape.said.find("Shape: ") != std::string::npos);
    CHECK(shape.said.find("passes over the data. It is held fixed.") != std::string::npos);
    auto const given_shape = with(model_kind::gamma, [&](auto& o) {
        positive(o);
        o.shape = 5;
    });
    CHECK(given_shape.setup.spread == 5);
}

TEST_CASE("counts without more spread than Poisson's are told to use Poisson") {
    auto const made = set_up("three", [](auto& o) {
        o.model = model_kind::negative_binomial;
        o.data += ".counts.csv";
        std::ofstream file(o.data);
        file << "three,x\n";
        for (int i = 0; i < 60; ++i) file << 3 + i % 2 << "," << i % 7 << "\n";
    });
    CHECK(made.said.find("the counts have no more spread than Poisson's; use --model poisson") != std::string::npos);
}

TEST_CASE("where the columns explain the target exactly the scale of the noise is asked for") {
    auto const exact = [](auto& o) {
        o.model = model_kind::robust;
        o.features = {"number"};
        o.target = "x";
        o.data += ".exact.csv";
        std::ofstream(o.data) << "x,number\n1,2\n2,4\n3,6\n4,8\n";
    };
    CHECK(refusal_of(exact) == "--noise-scale auto: the columns explain the target exactly; give the scale as a number");
    auto const told = set_up("x", [&](auto& o) {
        exact(o);
        o.noise_scale = 1;
    });
    CHECK(told.setup.spread == 1);
    CHECK(told.setup.likeliest_spread == 0);
}

TEST_CASE("10⁹ added to a column of whole numbers changes no bit of any slope's draws, and the intercept makes up for it") {
    for (auto const& [model, target] :
         {std::pair{model_kind::logistic, "two"}, {model_kind::softmax, "three"}, {model_kind::robust, "number"}})
        for (bool const standardize : {false, true}) {
            auto const of = [&](char const* column) {
                return set_up(target,
                              [&](auto& o) {
                                  o.model = model;
                                  o.features = {column};
                                  o.standardize = standardize;
                              })
                    .setup;
            };
            auto const near = draws_of(of("x")), far = draws_of(of("far"));
            for (std::size_t i = 0; i < near.size(); ++i)
                for (std::size_t k = 0; k < near[i].size(); k += 2) {
                    if (k + 1 == near[i].size()) {
                        CHECK(far[i](k) == near[i](k));  // the scale of the noise
                        continue;
                    }
                    CHECK(far[i](k + 1) == near[i](k + 1));
                    CHECK(far[i](k) == doctest::Approx(near[i](k) - 1e9 * near[i](k + 1)).epsilon(1e-15));
                }
        }
}

TEST_CASE("the prior of the intercept is that of the intercept at the centre of the columns") {
    // A narrow prior pulls the predictor at the centre to zero. Without centring it pulls that at zero.
    auto const at_centre = [](bool no_center) {
        auto const setup = set_up("two", [&](auto& o) {
                               o.standardize = false;
                               o.no_center = no_center;
                               o.intercept_scale = 1e-6;
                           }).setup;
        auto theta = setup.at->theta;
        setup.to_data_scale(theta);
        return std::pair{theta(0), theta(0) + 30 * theta(1)};  // the mean of x is near 30
    };
    CHECK(std::abs(at_centre(false).second) < 0.01);
    CHECK(std::abs(at_centre(false).first) > 0.01);
    CHECK(std::abs(at_centre(true).first) < 1e-4);
    CHECK(std::abs(at_centre(true).second) > 0.01);
}

TEST_CASE("where columns that were not centred have no maximum, centring is advised") {
    CHECK(complaint<firefly::numerical_error>([] {
              set_up("two", [](auto& o) {
                  o.features = {"far", "also_far"};
                  o.standardize = false;
                  o.no_center = true;
              });
          }).find("; or leave --no-center out: columns far from zero make the maximum hard to find") != std::string::npos);
}

TEST_CASE("the data have one number, which changes with them") {
    auto const whole = set_up("two").setup.data_hash;
    CHECK(set_up("two").setup.data_hash == whole);
    CHECK(set_up("two", [](auto& o) { o.standardize = false; }).setup.data_hash != whole);
    // The same column 10⁹ higher has the same centred numbers, and is other data all the same.
    auto const higher = set_up("two", [](auto& o) {
        std::string text = read_bytes(o.data);
        text.replace(0, text.find('\n'), "two,three,number,far,x,also_far");
        std::ofstream(o.data) << text;
    });
    CHECK(higher.setup.data_hash != whole);
}

TEST_CASE("what is chosen by hand is what the plan chooses, and the rest is left to it") {
    auto const firefly = set_up("two", [](auto& o) { o.how.kernel = firefly::kernel_kind::mala; }).setup;
    CHECK(firefly.kernel() == "mala");
    CHECK(firefly.bound() == "jaakkola-jordan");
    CHECK(firefly.updater() == "clocked");
    auto const regular = set_up("two", [](auto& o) { o.how.algorithm = firefly::algorithm_kind::regular; }).setup;
    CHECK(regular.kernel() == "elliptical-slice");
    CHECK(regular.bound().empty());
    CHECK(regular.updater().empty());
    auto const untuned = set_up("two", [](auto& o) { o.how.anchor = firefly::none; }).setup;
    CHECK_FALSE(untuned.at);
    CHECK(untuned.chosen.region.is_none());
}

TEST_CASE("what does not go together is refused") {
    CHECK(refusal_of([](auto& o) {
              o.no_intercept = true;
              o.intercept_scale = 2;
          }) == "--intercept-scale: there is no intercept with --no-intercept; leave one of them out");
    CHECK(refusal_of([](auto& o) { o.how.bound = firefly::bound_kind::student_t; }) ==
          "bound student-t: not a bound of this model; use jaakkola-jordan or auto");
    CHECK(refusal_of([](auto& o) {
              o.how.anchor = firefly::none;
              o.how.start = firefly::start_kind::laplace;
          }) == "start laplace: there is no maximum with anchor none; use prior");
}
