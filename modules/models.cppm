/// What the data are believed to be.
export module firefly.models;

export import :gaussian_prior;
export import :laplace_prior;
export import :logistic;
export import :posterior;
export import :student_t;
export import :softmax;
