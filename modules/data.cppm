/// Where rows come from.
export module firefly.data;

export import :block_sample;
export import :block_sum;
export import :data_set;
export import :dense_rows;
export import :quadratic_sum;
export import :remote_rows;
export import :synthetic;
