/// Chains that run: on several threads and processes, watched, saved, stopped and resumed.
export module firefly.program.run;

export import :chain_progress;
export import :checkpoint;
export import :description;
export import :log_summary;
export import :messages;
export import :progress;
export import :progress_lines;
export import :run_chains;
export import :run_logs;
export import :run_watch;
export import :signals;
