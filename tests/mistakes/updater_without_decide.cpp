// expect: the updater of this chain is no BrightnessUpdater for its density
// expect: 'updater.decide(target, state, random)' would be invalid: no member named 'decide' in 'my_updater'
#include <vector>

import firefly;

struct my_updater {
    struct state {
        bool operator==(state const&) const = default;
    };
    state start() const { return {}; }
    template <firefly::Brightness Z, firefly::Random R>
    void propose(Z const& z, state& now, R& random, std::vector<firefly::row_index>& wanted) const;
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(firefly::joint<model, firefly::jaakkola_jordan> const& target, firefly::random_walk const& kernel,
           firefly::vector_view start) {
    firefly::firefly_chain(target, kernel, my_updater{}, {.seed = 1}, start);
}
