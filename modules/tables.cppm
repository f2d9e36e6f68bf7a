/// Data sets from files of every format, at once or some rows at a time, and stores of rows.
export module firefly.tables;

export import :array_data;
export import :categories;
export import :columns;
export import :csv;
export import :csv_cursor;
export import :csv_rows;
export import :data_format;
export import :feature_blocks;
export import :file_data;
export import :idx;
export import :idx_array;
export import :labels;
export import :libsvm;
export import :libsvm_rows;
export import :make_store;
export import :mapped_rows;
export import :npy;
export import :npy_array;
export import :npy_writer;
export import :read_data;
export import :read_options;
export import :row_codes;
export import :row_store;
export import :row_stream;
