module;
#include <memory>

module firefly.planning;

import firefly.external;
import firefly.data;
import firefly.models;

namespace firefly {

template std::shared_ptr<planned_model const> planned(ordinal_posterior<gaussian_prior, dense_rows>);
template std::shared_ptr<planned_model const> planned(ordinal_posterior<laplace_prior, dense_rows>);

}  // namespace firefly
