/// From data and options to chains that are ready: prior and noise scales, model, bound, kernel and updater.
export module firefly.program.setup;

export import :brightness;
export import :chain_factory;
export import :chosen_options;
export import :chosen_rows;
export import :data_survey;
export import :dispersion;
export import :model_setup;
export import :noise_scale;
export import :prior_scale;
export import :set_up_model;
