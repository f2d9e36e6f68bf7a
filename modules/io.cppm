/// Data sets in, draws out.
export module firefly.io;

export import :array_data;
export import :categories;
export import :columns;
export import :csv;
export import :csv_cursor;
export import :data_format;
export import :file_bytes;
export import :file_data;
export import :gzip;
export import :idx;
export import :idx_array;
export import :labels;
export import :libsvm;
export import :memory;
export import :messages;
export import :npy;
export import :npy_array;
export import :number;
export import :output_file;
export import :read_data;
export import :read_options;
export import :stan_csv;
