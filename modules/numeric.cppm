/// Numbers, small dense algebra, quadratic forms and random numbers. Nothing of firefly stands below it.
export module firefly.numeric;

export import :errors;
export import :factorisation;
export import :feature_rows;
export import :independent_rows;
export import :interval;
export import :inversion;
export import :jet;
export import :linear_algebra;
export import :numbers;
export import :portable;
export import :quadratic;
export import :random;
export import :relative_size;
export import :small_triangle;
export import :sparse_cholesky;
export import :sparse_symmetric;
export import :triangular_inverse;
