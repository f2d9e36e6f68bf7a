/// A posterior inside a service: requests read the last draws while another thread makes new ones from new data.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <span>
#include <thread>
#include <utility>
#include <vector>

import firefly;

namespace views = ranges::views;

namespace {

/// Any number of threads may ask `probability` while one calls `learn`. What a request has begun with it ends with.
class scorer {
public:
    /// Throws `firefly::invalid_argument` with what is wrong with the data; the previous draws stay in use.
    void learn(firefly::data_set data) {
        firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(2.5), firefly::dense_rows(std::move(data)));
        auto stream = firefly::sample(model, {.seed = 1});
        auto made = stream | views::drop_while(&firefly::draw::warm_up) | views::transform(&firefly::draw::theta) |
                    views::take(1'000) | ranges::to<std::vector>();
        std::scoped_lock const lock(guard_);
        draws_ = std::make_shared<draws const>(std::move(made));
    }

    /// Of the second class, for one row: the mean over draws, which is what the posterior predicts.
    double probability(std::span<double const> row) const {
        auto const draws = last();
        double sum = 0;
        for (firefly::vector const& theta : *draws) {
            double eta = 0;
            for (std::size_t i = 0; i < row.size(); ++i) eta += row[i] * theta(i);
            sum += 1 / (1 + std::exp(-eta));
        }
        return sum / static_cast<double>(draws->size());
    }

private:
    using draws = std::vector<firefly::vector>;

    std::shared_ptr<draws const> last() const {
        std::scoped_lock const lock(guard_);
        return draws_;
    }

    mutable std::mutex guard_;
    std::shared_ptr<draws const> draws_;
};

}  // namespace

TEST_CASE("a service answers while it learns, and keeps its draws when new data are refused") {
    scorer service;
    service.learn(firefly::synthetic_logistic({.rows = 5'000, .columns = 3, .seed = 1}));
    std::vector<double> const row{1, 0.5, -0.5};
    double const before = service.probability(row);
    CHECK((before > 0 && before < 1));

    std::jthread learning([&] { service.learn(firefly::synthetic_logistic({.rows = 5'000, .columns = 3, .seed = 2})); });
    double const meanwhile = service.probability(row);
    learning.join();
    double const after = service.probability(row);
    CHECK(after != before);
    CHECK((meanwhile == before || meanwhile == after));

    auto broken = firefly::synthetic_logistic({.rows = 100, .columns = 3});
    broken.target(7) = 2;  // a third class
    CHECK_THROWS_AS(service.learn(std::move(broken)), firefly::invalid_argument);
    CHECK(service.probability(row) == after);
}
