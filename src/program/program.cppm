/// The program `firefly`, without its command line.
export module firefly.program;

export import :chains;
export import :demo;
export import :options;
export import :output;
export import :prior;
export import :problem;
export import :run;
export import :sample;
