module;
#include <memory>

module firefly.planning;

import firefly.external;
import firefly.data;
import firefly.models;

namespace firefly {

template std::shared_ptr<planned_model const> planned(noise_posterior<gaussian, gaussian_prior, dense_rows>);
template std::shared_ptr<planned_model const> planned(noise_posterior<gaussian, laplace_prior, dense_rows>);

}  // namespace firefly
