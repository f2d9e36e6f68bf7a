/// Moves of z that leave its distribution given θ invariant.
export module firefly.updaters;

export import :clocked_update;
export import :deterministic_sweep;
export import :explicit_distinct;
export import :explicit_update;
export import :full_gibbs;
export import :gibbs;
export import :implicit_update;
export import :poisson_clock;
export import :subset;
export import :thinned_gibbs;
