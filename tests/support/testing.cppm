/// What the exactness tests share.
export module firefly.testing;

export import :enumeration;
export import :fixed_factors;
export import :scripted_random;
export import :toys;
