// expect: no matching function for call to 'by_firefly'
// expect: (aka 'my_likelihood') does not satisfy 'HasBound'
// expect: no type named 'first' in 'firefly::bounds_for<my_likelihood>'
#include <cstddef>

import firefly;

struct my_likelihood {
    std::size_t width() const;
    void check(double target) const;
    void log_likelihood(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out values) const;
    void derivatives(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out first) const;
    void derivatives(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out first,
                     firefly::vector_out second) const;
};

void by_firefly(firefly::BoundedModel auto const& model);

void build(firefly::dense_rows const& rows) {
    by_firefly(firefly::posterior(my_likelihood{}, firefly::gaussian_prior(1), rows));
}
