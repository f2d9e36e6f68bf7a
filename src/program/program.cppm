/// The program `firefly`, without its command line.
export module firefly.program;

export import :chains;
export import :checkpoint;
export import :chosen_rows;
export import :data_scale;
export import :demo;
export import :design;
export import :facts;
export import :input;
export import :noise_scale;
export import :options;
export import :output;
export import :prior;
export import :prior_scale;
export import :problem;
export import :progress;
export import :run;
export import :sample;
export import :saved_chain;
export import :signals;
