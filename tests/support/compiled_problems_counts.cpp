#include <string>

#include "compiled_problems.hpp"

namespace firefly::testing {

template problem erase(std::string, by_definition<secant_bound<poisson>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<poisson>, laplace_prior> const&);
template problem erase(std::string, by_definition<secant_bound<adjusted<poisson>>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<negative_binomial>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<binomial>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<adjusted<binomial>>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<cloglog>, gaussian_prior> const&);
template problem erase(std::string, by_definition<secant_bound<cloglog>, laplace_prior> const&);

}  // namespace firefly::testing
