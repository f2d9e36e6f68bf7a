/// Data sets from files of every format, at once or some rows at a time, and stores of rows.
export module firefly.tables;

export import :data_format;
export import :iso_time;
export import :make_store;
export import :nearest_name;
export import :npy_writer;
export import :read_data;
export import :read_options;
export import :row_out;
export import :row_stream;
export import :store_columns;
