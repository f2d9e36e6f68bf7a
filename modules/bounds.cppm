/// Lower bounds on likelihoods whose product collapses.
export module firefly.bounds;

export import :bohning;
export import :bounds_for;
export import :collapse;
export import :contact;
export import :ellipsoid;
export import :jaakkola_jordan;
export import :jebara_choromanska;
export import :ring;
export import :scalar_curvature;
export import :secant_bound;
export import :softmax_curvature;
export import :softmax_interval;
export import :student_t_bound;
export import :tangent_bound;
export import :tangent_curvature;
export import :weighted_curvature;
