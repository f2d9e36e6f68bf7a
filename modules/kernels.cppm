/// Moves of θ that leave a density invariant.
export module firefly.kernels;

export import :preconditioner;
export import :random_walk;
