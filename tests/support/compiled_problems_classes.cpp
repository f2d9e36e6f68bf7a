#include <string>

#include "compiled_problems.hpp"

namespace firefly::testing {

template problem erase(std::string, by_definition<jaakkola_jordan, gaussian_prior> const&);
template problem erase(std::string, by_definition<jaakkola_jordan, laplace_prior> const&);
template problem erase(std::string, by_definition<bohning, gaussian_prior> const&);
template problem erase(std::string, by_definition<bohning, laplace_prior> const&);
template problem erase(std::string, by_definition<jebara_choromanska, gaussian_prior> const&);
template problem erase(std::string, by_definition<jebara_choromanska, laplace_prior> const&);
template problem erase(std::string, by_definition<weighted_bohning, gaussian_prior> const&);
template problem erase(std::string, by_definition<weighted_jebara_choromanska, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<probit>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<adjusted<probit>>, gaussian_prior> const&);

}  // namespace firefly::testing
