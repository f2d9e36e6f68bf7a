/// What every other module stands on: the concepts, the packed rows, the state of a chain, values made when first asked for, and the coroutine range. Numbers come along.
export module firefly.core;

export import firefly.numeric;

export import :archetypes;
export import :batch;
export import :bright_frame;
export import :bright_set;
export import :concepts;
export import :draw;
export import :lazy;
export import :learned_scales;
export import :stream;
export import :target;
