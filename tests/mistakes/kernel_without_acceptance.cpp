// expect: the kernel of this chain is no Kernel for its density
// expect: no member named 'acceptance' in 'my_kernel::info'
#include <cstddef>

import firefly;

struct my_kernel {
    struct state {
        bool operator==(state const&) const = default;
    };
    struct info {
        double step = 0;
    };
    state start() const { return {}; }
    template <firefly::Density T, firefly::Random R>
    info step(T& target, state& now, R& random) const;
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(model const& target, firefly::vector_view start) {
    firefly::regular_chain(target, my_kernel{}, {.seed = 1}, start);
}
