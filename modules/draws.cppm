/// What was drawn, in files: the log of a chain, Stan CSV, and draws as other programs stored them.
export module firefly.draws;

export import :draw_log;
export import :stan_csv_reader;
export import :stan_csv_writer;
export import :statistics;
export import :stored_draws;
