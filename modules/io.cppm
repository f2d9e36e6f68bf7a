/// Data sets in, draws out.
export module firefly.io;

export import :bytes;
export import :checkpoint_file;
export import :checksum;
export import :columns;
export import :csv;
export import :csv_cursor;
export import :draw_log;
export import :file_bytes;
export import :labels;
export import :messages;
export import :npy;
export import :npy_array;
export import :number;
export import :output_file;
export import :read_options;
export import :stan_csv;
