/// Lower bounds on likelihoods whose product collapses.
export module firefly.bounds;

export import :collapse;
export import :jaakkola_jordan;
