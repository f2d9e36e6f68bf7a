/// How far draws can be trusted: effective sample sizes, R-hat, Monte Carlo errors, summaries. Algorithms over ranges: nothing here
/// knows a sampler.
export module firefly.diagnostics;

export import :autocovariance;
export import :effective_sample_size;
export import :moments;
export import :monte_carlo_error;
export import :pareto_tail;
export import :quantile;
export import :r_hat;
export import :scalar_draws;
export import :special_functions;
export import :summary;
export import :transforms;
