/// Data sets in, draws out.
export module firefly.io;

export import :columns;
export import :csv;
export import :csv_cursor;
export import :feature_blocks;
export import :file_bytes;
export import :labels;
export import :messages;
export import :npy;
export import :npy_array;
export import :npy_writer;
export import :number;
export import :output_file;
export import :read_options;
export import :stan_csv;
export import :stan_csv_draws;
export import :stored_draws;
