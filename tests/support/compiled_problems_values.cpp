#include <string>

#include "compiled_problems.hpp"

namespace firefly::testing {

template problem erase(std::string, by_definition<student_t_bound, gaussian_prior> const&);
template problem erase(std::string, by_definition<student_t_bound, laplace_prior> const&);
template problem erase(std::string, by_definition<secant_bound<gamma_likelihood>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<gaussian>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<huber>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<log_cosh>, gaussian_prior> const&);

}  // namespace firefly::testing
