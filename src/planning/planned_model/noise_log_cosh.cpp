module;
#include <memory>

module firefly.planning;

import firefly.external;
import firefly.data;
import firefly.models;

namespace firefly {

template std::shared_ptr<planned_model const> planned(noise_posterior<log_cosh, gaussian_prior, dense_rows>);
template std::shared_ptr<planned_model const> planned(noise_posterior<log_cosh, laplace_prior, dense_rows>);

}  // namespace firefly
