/// Moves of z that leave its distribution given θ invariant.
export module firefly.updaters;

export import :full_gibbs;
export import :implicit_update;
