// expect: a model of rows that a team may hold needs alone(): the same model of rows().alone()
#include <cstddef>

import firefly;

struct my_model {
    std::size_t dimension() const;
    firefly::logistic const& likelihood() const;
    firefly::gaussian_prior const& prior() const;
    firefly::remote_rows<double> const& rows() const;
};

void build(my_model const& model, firefly::jaakkola_jordan const& bound) {
    firefly::joint const target(model, bound);
}
