// expect: the kernel of this chain is no Kernel for its density
// expect: my_kernel::state' does not satisfy 'regular'
#include <cstddef>

import firefly;

struct my_kernel {
    struct state {
        std::size_t steps = 0;
    };
    struct info {
        double acceptance = 1, step = 0;
    };
    state start() const { return {}; }
    template <firefly::Density T, firefly::Random R>
    info step(T& target, state& now, R& random) const;
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(firefly::joint<model, firefly::jaakkola_jordan> const& target, firefly::vector_view start) {
    firefly::firefly_chain(target, my_kernel{}, firefly::implicit_update({.q = 0.01}), {.seed = 1}, start);
}
