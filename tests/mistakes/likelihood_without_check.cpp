// expect: the first argument of firefly::posterior is no Likelihood
// expect: 'likelihood.check(target)' would be invalid: no member named 'check' in 'my_likelihood'
#include <cstddef>

import firefly;

struct my_likelihood {
    std::size_t width() const;
    void log_likelihood(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out values) const;
    void derivatives(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out first) const;
    void derivatives(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out first,
                     firefly::vector_out second) const;
};

void build(firefly::dense_rows const& rows) {
    firefly::posterior const model(my_likelihood{}, firefly::gaussian_prior(1), rows);
}
