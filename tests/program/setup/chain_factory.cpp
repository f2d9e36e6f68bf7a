#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using namespace firefly::program;

namespace {

/// Remembers how it was made and what it was told to load.
class remembering_chain final : public any_chain {
public:
    explicit remembering_chain(chain_options made) : options(made) {}

    void advance() final {}
    draw const& current() const final { return current_; }
    bright_set const* brightness() const final { return nullptr; }
    point const& where() const final { return where_; }
    std::string save() const final { return loaded; }
    void load(std::string_view saved) final {
        if (saved == "of another kind") throw data_error("the saved state is that of another kind of chain");
        loaded = saved;
    }

    chain_options options;
    std::string loaded;

private:
    draw current_;
    point where_;
};

}  // namespace

TEST_CASE("a chain that resumes draws no z of its own and goes to where it was") {
    std::vector<std::shared_ptr<remembering_chain>> made;
    chain_factory const factory{.make = [&](chain_options options) {
        made.push_back(std::make_shared<remembering_chain>(options));
        return made.back();
    }};
    auto const chain = factory.resume("where it was");
    REQUIRE(made.size() == 1);
    CHECK(made[0]->options.brightness == brightness_start::dark);
    CHECK(chain->save() == "where it was");
    CHECK_THROWS_AS(factory.resume("of another kind"), data_error);
}

TEST_CASE("a factory is on the scale of the data and watches nothing, unless it is told otherwise") {
    chain_factory const factory{.make = {}};
    CHECK(!factory.to_data_scale.changes());
    CHECK(!factory.watch);
}
