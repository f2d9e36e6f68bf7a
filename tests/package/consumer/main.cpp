// What a user's project needs to work: the module, its compiled part and a range pipeline over a stream.
#include <coroutine>
#include <cstdio>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/take.hpp>

import firefly;

namespace {

firefly::stream<double> standard_normals(std::uint64_t seed) {
    firefly::random_source random({.seed = seed});
    for (firefly::vector pair = firefly::zeros(2);;) {
        random.normals(firefly::as_out(pair));
        co_yield pair(0);
    }
}

}  // namespace

int main() {
    int drawn = 0;
    for (double const x : standard_normals(7) | ranges::views::drop(10) | ranges::views::take(3)) {
        std::printf("%.6f\n", x);
        ++drawn;
    }
    firefly::matrix const identity{{1, 0}, {0, 1}};
    return drawn == 3 && firefly::cholesky(identity).log_determinant() == 0 ? 0 : 1;
}
