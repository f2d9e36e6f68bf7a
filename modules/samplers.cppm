/// Models, bounds, kernels and updaters put together: chains, and streams of their draws.
export module firefly.samplers;

export import :anchor;
export import :chain;
export import :contrasts;
export import :exempt_data;
export import :expansion;
export import :firefly_chain;
export import :firefly_density;
export import :frame_keeper;
export import :grid_chain;
export import :grid_place;
export import :grid_values;
export import :handover;
export import :joint;
export import :likelihood_constants;
export import :likely_scales;
export import :model_grid;
export import :plane;
export import :regular_chain;
export import :regular_density;
export import :scale_terms;
export import :scaled_gaussian;
export import :scaled_part;
export import :scratch;
export import :start;
export import :white_table;
