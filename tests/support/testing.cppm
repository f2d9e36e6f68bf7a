/// What the exactness tests share.
export module firefly.testing;

export import :analytic_density;
export import :enumeration;
export import :fixed_factors;
export import :fixed_random;
export import :proposal_law;
export import :scripted_random;
export import :scripted_sweep;
