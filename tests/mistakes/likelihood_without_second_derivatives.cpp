// expect: the first argument of firefly::posterior is no Likelihood
// expect: 'likelihood.derivatives(targets, eta, first, second)' would be invalid: too many arguments
#include <cstddef>

import firefly;

struct my_likelihood {
    std::size_t width() const;
    void check(double target) const;
    void log_likelihood(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out values) const;
    void derivatives(firefly::vector_view targets, firefly::vector_view eta, firefly::vector_out first) const;
};

void build(firefly::dense_rows const& rows) {
    firefly::posterior const model(my_likelihood{}, firefly::gaussian_prior(1), rows);
}
