/// The program `firefly`, without its command line.
export module firefly.program;

export import :chains;
export import :checkpoint;
export import :demo;
export import :facts;
export import :options;
export import :output;
export import :prior;
export import :problem;
export import :progress;
export import :run;
export import :sample;
export import :saved_chain;
export import :signals;
