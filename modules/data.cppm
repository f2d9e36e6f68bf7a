/// Where rows come from.
export module firefly.data;

export import :block_sample;
export import :block_sum;
export import :case_layout;
export import :coded_columns;
export import :column_scale;
export import :data_set;
export import :dense_rows;
export import :mapped_rows;
export import :merged_rows;
export import :noise_rows;
export import :ordinal_rows;
export import :quadratic_sum;
export import :remote_rows;
export import :row_store;
export import :row_store_writer;
export import :shared_rows;
export import :synthetic;
