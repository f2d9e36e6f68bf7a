// expect: the updater of this chain is no BrightnessUpdater for its density
// expect: no member named 'propose' in 'my_updater'
#include <cstddef>

import firefly;

struct my_updater {
    struct state {
        bool operator==(state const&) const = default;
    };
    state start() const { return {}; }
    template <firefly::BrightnessTarget T, firefly::Random R>
    firefly::z_stats decide(T& target, state& now, R& random) const;
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(firefly::joint<model, firefly::jaakkola_jordan> const& target, firefly::random_walk const& kernel,
           firefly::vector_view start) {
    firefly::firefly_chain(target, kernel, my_updater{}, {.seed = 1}, start);
}
