/// The problems that several test files have are compiled once, in compiled_problems_….cpp: a density of each type takes seconds.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <string>

#include "support/problems.hpp"

namespace firefly::testing {

extern template problem erase(std::string, by_definition<jaakkola_jordan, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<jaakkola_jordan, laplace_prior> const&);
extern template problem erase(std::string, by_definition<bohning, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<bohning, laplace_prior> const&);
extern template problem erase(std::string, by_definition<jebara_choromanska, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<jebara_choromanska, laplace_prior> const&);
extern template problem erase(std::string, by_definition<weighted_bohning, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<weighted_jebara_choromanska, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<probit>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<adjusted<probit>>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<poisson>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<poisson>, laplace_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<adjusted<poisson>>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<negative_binomial>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<binomial>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<adjusted<binomial>>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<cloglog>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<cloglog>, laplace_prior> const&);
extern template problem erase(std::string, by_definition<student_t_bound, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<student_t_bound, laplace_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<gamma_likelihood>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<gaussian>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<huber>, gaussian_prior> const&);
extern template problem erase(std::string, by_definition<secant_bound<log_cosh>, gaussian_prior> const&);

}  // namespace firefly::testing
