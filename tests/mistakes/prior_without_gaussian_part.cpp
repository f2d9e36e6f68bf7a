// expect: the second argument of firefly::posterior is no Prior
// expect: 'prior.gaussian_part(origin)' would be invalid: no member named 'gaussian_part' in 'my_prior'
#include <cstddef>

import firefly;

struct my_prior {
    double remainder(firefly::vector_view origin, firefly::vector_view displacement) const;
    void add_remainder_gradient(firefly::vector_view origin, firefly::vector_view displacement, firefly::vector_out gradient) const;
};

void build(firefly::dense_rows const& rows) {
    firefly::posterior const model(firefly::logistic{}, my_prior{}, rows);
}
