/// Types chosen at run time.
export module firefly.dynamic;

export import :any_density;
