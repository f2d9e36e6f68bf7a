/// What every other module stands on: numbers, randomness, the coroutine range, the brightness set, the concepts.
export module firefly.core;

export import :archetypes;
export import :batch;
export import :bright_frame;
export import :bright_set;
export import :concepts;
export import :draw;
export import :errors;
export import :lazy;
export import :linear_algebra;
export import :numeric;
export import :quadratic;
export import :random;
export import :shared_table;
export import :stream;
export import :team;
