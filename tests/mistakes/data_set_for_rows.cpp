// expect: the third argument of firefly::posterior is no RowSource
// expect: because 'firefly::data_set' does not satisfy 'RowSource'
#include <cstddef>

import firefly;

void build(firefly::data_set const& data) {
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1), data);
}
