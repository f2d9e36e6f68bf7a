// expect: the kernel of this chain is no Kernel for its density
// expect: 'kernel.step(target, state, random)' would be invalid: no member named 'step' in 'my_kernel'
#include <cstddef>

import firefly;

struct my_kernel {
    struct state {
        bool operator==(state const&) const = default;
    };
    struct info {
        double acceptance = 1, step = 0;
    };
    state start() const { return {}; }
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(firefly::joint<model, firefly::jaakkola_jordan> const& target, firefly::vector_view start) {
    firefly::firefly_chain(target, my_kernel{}, firefly::implicit_update({.q = 0.01}), {.seed = 1}, start);
}
