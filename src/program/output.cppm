/// What a run leaves: files of draws with what they say of the run, and the pieces that pages and tables are made of.
export module firefly.program.output;

export import :chain_plots;
export import :density_curve;
export import :draw_files;
export import :fit_plots;
export import :metadata;
export import :posterior_plots;
export import :recorder;
export import :text;
export import :writers;
