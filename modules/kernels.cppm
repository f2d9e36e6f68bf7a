/// Moves of θ that leave a density invariant.
export module firefly.kernels;

export import :bright_gibbs;
export import :dependent_predictors;
export import :elliptical_slice;
export import :hamiltonian;
export import :independence;
export import :leapfrog;
export import :line_slice;
export import :mala;
export import :marginal_scales;
export import :preconditioner;
export import :random_walk;
export import :scale_slices;
export import :slice;
export import :step_adaptation;
export import :sweep_space;
