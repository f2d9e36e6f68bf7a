/// What the data are believed to be.
export module firefly.models;

export import :adjusted;
export import :binomial;
export import :cloglog;
export import :curvature_cells;
export import :curvature_integral;
export import :exponential;
export import :gamma_likelihood;
export import :gaussian;
export import :gaussian_prior;
export import :huber;
export import :lambda_likelihood;
export import :laplace_prior;
export import :log_cosh;
export import :logistic;
export import :negative_binomial;
export import :ordinal;
export import :ordinal_prior;
export import :poisson;
export import :posterior;
export import :probit;
export import :ranged_family;
export import :scalar_family;
export import :softmax;
export import :softplus;
export import :student_t;
