#include <algorithm>
#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/thread_team.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

dense_rows some_rows() {
    return dense_rows(synthetic_logistic({.rows = 4 * block_rows + 7, .columns = 2, .seed = 31}));
}

}  // namespace

static_assert(!SharedRows<dense_rows>);
static_assert(SharedRows<block_sample<remote_rows<float>>>);

TEST_CASE("a pass over rows that no team holds is about all of them") {
    dense_rows const rows = some_rows();
    row_share const share = share_of(rows);
    CHECK(share.first == 0);
    CHECK(share.last == rows.rows());
    CHECK(share.rows == rows.rows());
    CHECK(!share.parts);
}

TEST_CASE("a pass over rows that a team shares is about a member's own, and about all of them for a member alone") {
    dense_rows const all = some_rows();
    run_as_team(3, [&](std::shared_ptr<team const> const& crew) {
        auto const rows = remote_rows<double>::share_out(crew, all);
        row_share const mine = share_of(rows), whole = share_of(rows.alone());
        CHECK(mine.parts);
        CHECK(mine.first == rows.parts()->starts[crew->rank()]);
        CHECK(mine.last == rows.parts()->starts[crew->rank() + 1]);
        CHECK(mine.rows == all.rows());
        CHECK(!whole.parts);
        CHECK(whole.size() == all.rows());
        block_sample const sample(rows, 2);
        CHECK(share_of(sample).size() < sample.rows());
        CHECK(share_of(sample.alone()).size() == sample.rows());
        crew->meet();
    });
}

TEST_CASE("a model for a member alone is the same, of rows for this member alone") {
    dense_rows const all = some_rows();
    run_as_team(2, [&](std::shared_ptr<team const> const& crew) {
        posterior const shared(logistic{}, gaussian_prior{3}, remote_rows<double>::share_out(crew, all));
        auto const mine = alone(shared);
        CHECK(shared.rows().parts());
        CHECK(!mine.rows().parts());
        CHECK(mine.rows().rows() == all.rows());
        CHECK(mine.dimension() == shared.dimension());
        CHECK(&alone(mine).rows() == &mine.rows());  // nothing is copied for somebody who is alone already
        crew->meet();
    });
    posterior const dense(logistic{}, gaussian_prior{3}, all);
    CHECK(&alone(dense).rows() == &dense.rows());
}
