// expect: the second argument of firefly::joint is no Bound
// expect: no type named 'notes' in 'my_bound'
#include <cstddef>

import firefly;

struct my_bound {
    firefly::vector_view anchor() const;
    std::size_t regions() const;
    std::size_t region(firefly::vector_view d) const;
    firefly::quadratic const& collapsed(std::size_t region) const;
    void annotate(auto& fresh) const;
    void gap(std::size_t region, auto const& data, firefly::evaluation& values) const;
};

using model = firefly::posterior<firefly::logistic, firefly::gaussian_prior, firefly::dense_rows>;

void build(model const& target) {
    firefly::joint const joint(target, my_bound{});
}
