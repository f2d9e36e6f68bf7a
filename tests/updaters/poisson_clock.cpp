#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"
#include "support/thread_team.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Lengths over many orders of magnitude, some of them zero.
std::vector<double> uneven_lengths(std::size_t size, std::uint64_t seed) {
    random_source random({.seed = seed});
    std::vector<double> lengths;
    for (std::size_t n = 0; n < size; ++n) lengths.push_back(n % 7 == 3 ? 0 : std::pow(10, -9 + 9 * random.uniform()));
    return lengths;
}

/// A team that counts how often this member waits for what others have.
class counting_team final : public team {
public:
    explicit counting_team(std::shared_ptr<team const> crew) : crew_(std::move(crew)) {}

    std::size_t size() const final { return crew_->size(); }
    std::size_t rank() const final { return crew_->rank(); }
    std::vector<std::byte> gather(std::span<std::byte const> mine) const final { return crew_->gather(mine); }
    void meet() const final { crew_->meet(); }
    std::shared_ptr<window> open_window(std::size_t bytes) const final {
        return std::make_shared<counting_window>(crew_->open_window(bytes), exchanges_);
    }

    std::size_t exchanges() const { return *exchanges_; }

private:
    struct counting_window final : window {
        counting_window(std::shared_ptr<window> of, std::shared_ptr<std::size_t> count)
            : inner(std::move(of)), exchanges(std::move(count)) {}
        std::span<std::byte> mine() final { return inner->mine(); }
        void get(std::size_t member, std::size_t offset, std::span<std::byte> into) const final {
            inner->get(member, offset, into);
        }
        void complete() const final {
            ++*exchanges;
            inner->complete();
        }

        std::shared_ptr<window> inner;
        std::shared_ptr<std::size_t> exchanges;
    };

    std::shared_ptr<team const> crew_;
    std::shared_ptr<std::size_t> exchanges_ = std::make_shared<std::size_t>(0);
};

}  // namespace

TEST_CASE("in a team the lengths that are expected come in one exchange for 64 data, and those that are struck, too") {
    constexpr std::size_t page = shared_table<std::uint32_t>::page_size;
    row_index const rows = block_rows + 160 * page;
    auto const length = [](row_index n) { return 1e-6 * static_cast<double>(n % 97 + 1); };
    poisson_clock const alone({0, rows, rows}, length);
    alone.expect(3, [](std::size_t i) { return i; });  // is no matter
    run_as_team(2, [&](std::shared_ptr<team const> const& crew) {
        auto const counted = std::make_shared<counting_team>(crew);
        bool const is_first = crew->rank() == 0;
        row_share const part{is_first ? 0 : block_rows, is_first ? block_rows : rows, rows,
                             std::make_shared<row_partition const>(counted, std::vector<row_index>{0, block_rows, rows})};
        auto const own = [](std::size_t i) { return i; };
        auto const of_other = [](std::size_t i) { return block_rows + page * i + i; };  // each on a page of its own
        for (std::size_t const count : {0, 1, 63, 64, 65, 127, 128, 129, 150}) {
            CAPTURE(count);
            poisson_clock const clock(part, length);
            if (is_first) {
                std::size_t const before = counted->exchanges(), needed = (count + 63) / 64;
                clock.expect(count, own);
                CHECK(counted->exchanges() == before);
                clock.expect(count, of_other);
                CHECK(counted->exchanges() - before == needed);
                for (std::size_t i = 0; i < count; ++i) CHECK(clock.length(of_other(i)) == alone.length(of_other(i)));
                CHECK(counted->exchanges() - before == needed);
            }
            crew->meet();  // nobody's window goes while another reads it
        }
        poisson_clock const clock(part, length);
        if (is_first) {
            std::size_t const before = counted->exchanges();
            std::size_t points = 0;
            random_source random({.seed = 736});
            clock.strike(100, random, [&](row_index) { ++points; });
            CHECK(points > 100);  // 220 expected
            CHECK(counted->exchanges() - before <= (points + 63) / 64);
        }
        crew->meet();
    });
}

TEST_CASE("a clock finds the segment in which a point lies, wherever it lies") {
    // 1000 segments, 20,000 points and all edges; seeds 731 and 732
    for (std::size_t const size : {1u, 2u, 3u, 5u, 1000u}) {
        poisson_clock const clock(uneven_lengths(size, 731));
        std::vector<double> edges{0};
        for (std::size_t n = 0; n < size; ++n) edges.push_back(edges.back() + clock.length(n));
        CHECK(clock.size() == size);
        CHECK(clock.total() == doctest::Approx(edges.back()).epsilon(1e-14));
        random_source random({.seed = 732});
        std::vector<double> points;
        for (int i = 0; i < 20'000; ++i) points.push_back(clock.total() * random.uniform());
        double position = 0;
        for (std::size_t n = 0; n < size; ++n) {
            points.insert(points.end(), {position, std::nextafter(position + clock.length(n), 0)});
            position += clock.length(n);
        }
        for (double const at : points) {
            if (!(at >= 0 && at < clock.total())) continue;
            std::size_t const n = clock.segment(at);
            double begin = 0;
            for (std::size_t k = 0; k < n; ++k) begin += clock.length(k);
            CHECK(clock.length(n) > 0);
            CHECK(begin <= at * (1 + 1e-12) + 1e-15);
            CHECK(at <= (begin + clock.length(n)) * (1 + 1e-12) + 1e-15);
        }
    }
}

TEST_CASE("a clock strikes each segment with its own probability, independently of the others, at any rate" *
          doctest::test_suite("statistics")) {
    // 8 segments, 200,000 strikes at each of three rates
    std::vector<double> const lengths{0.7, 0.01, 0, 0.3, 1e-4, 0.02, 0.5, 0.1};
    poisson_clock const clock(lengths);
    for (double const rate : {0.25, 1.0, 3.0})
        judge([&](trial& run) {
            std::vector<double> hits(8), pairs(64);
            double const times = static_cast<double>(run.times(200'000));
            random_source random({.seed = run.seed(733)});
            for (double i = 0; i < times; ++i) {
                std::vector<bool> hit(8);
                row_index last = 0;
                clock.strike(rate, random, [&](row_index n) {
                    CHECK(n >= last);  // in the order of the line
                    last = n;
                    hit[n] = true;
                });
                for (std::size_t n = 0; n < 8; ++n) {
                    hits[n] += hit[n];
                    for (std::size_t m = 0; m < n; ++m) pairs[8 * n + m] += hit[n] && hit[m];
                }
            }
            for (std::size_t n = 0; n < 8; ++n) {
                double const q = -std::expm1(-rate * lengths[n]);
                CHECK(clock.length(n) >= lengths[n] * (1 - 1e-12));
                CHECK(clock.length(n) <= lengths[n] + 0.7 * 0x1p-27);  // by less than a unit
                CHECK(clock.probability(n, rate) == doctest::Approx(-std::expm1(-rate * clock.length(n))).epsilon(1e-12));
                if (q == 0) CHECK(hits[n] == 0);
                if (q > 0) run.equal(share(hits[n], times, q), q);
                for (std::size_t m = 0; m < n; ++m) {
                    double const both = q * -std::expm1(-rate * lengths[m]);
                    if (both * times > 100) run.equal(share(pairs[8 * n + m], times, both), both);
                }
            }
        });
}

TEST_CASE("no segment is shorter than it was asked to be, nor longer by more than a unit, however much lengths differ") {
    // 2⁻²⁸ of the longest is a unit: shorter ones are rounded up to it, and zero stays zero.
    for (double const scale : {1e-200, 1.0, 1e200}) {
        std::vector<double> lengths{scale, 0, scale * 0x1p-27, scale * 0x1p-29, scale * 0x1p-60, scale / 3, scale * 1e-30};
        poisson_clock const clock(lengths);
        double const unit = clock.length(6);
        CHECK(unit <= scale * 0x1p-27);
        double sum = 0;
        for (std::size_t n = 0; n < lengths.size(); ++n) {
            CHECK(clock.length(n) >= lengths[n] * (1 - 1e-15));
            CHECK(clock.length(n) < lengths[n] + 1.001 * unit);
            CHECK((clock.length(n) == 0) == (lengths[n] == 0));
            sum += clock.length(n);
        }
        CHECK(clock.total() == doctest::Approx(sum).epsilon(1e-14));
    }
}

TEST_CASE("sixteen segments that are all the longest, or hardly numbers, are told apart") {
    for (double const scale : {1.0, 1e-315, 5e-324}) {
        poisson_clock const clock(std::vector<double>(40, scale));
        for (row_index n = 0; n < 40; ++n) CHECK(clock.segment((static_cast<double>(n) + 0.5) * clock.length(n)) == n);
    }
}

TEST_CASE("points in segments that are 2⁻⁴⁰ of the longest are found, before and behind it") {
    std::vector<double> const lengths{0x1p-40, 0, 0x1p-33, 1, 0x1p-50, 0, 0x1p-45};
    poisson_clock const clock(lengths);
    random_source random({.seed = 735});
    double begin = 0;
    for (row_index n = 0; n < clock.size(); begin += clock.length(n++))
        for (int i = 0; i < 1000 && lengths[n] > 0; ++i) CHECK(clock.segment(begin + clock.length(n) * random.uniform()) == n);
}

TEST_CASE("what a clock costs follows the number of hits, not the number of data") {
    struct counting_random : archetype::random {
        std::size_t numbers = 0;
        random_source source{{.seed = 734}};
        void exponentials(vector_out out) {
            numbers += out.size();
            source.exponentials(out);
        }
    };
    std::vector<double> const lengths(1'000'000, 2e-6);
    poisson_clock const clock(lengths);
    for (double const rate : {1.0, 10.0, 100.0}) {  // 2, 20, 200 hits expected
        CAPTURE(rate);
        counting_random random;
        std::size_t hits = 0;
        for (int i = 0; i < 100; ++i) clock.strike(rate, random, [&](row_index) { ++hits; });
        CHECK(random.numbers > hits);
        CHECK(random.numbers <= hits + 100 * 64);  // the last numbers made together are not all needed
        CHECK(hits < 400 * rate);
    }
}

TEST_CASE("a clock refuses lengths that are none") {
    CHECK_THROWS_WITH_AS(poisson_clock(std::vector{0.1, -0.2}),
                         "poisson_clock: segment 1 has length -0.2; lengths are finite and not negative", invalid_argument);
    CHECK_THROWS_AS(poisson_clock(std::vector{infinity}), invalid_argument);
    CHECK_THROWS_AS(poisson_clock(std::vector{std::nan("")}), invalid_argument);
}
