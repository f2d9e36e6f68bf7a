/// The program `firefly`, without its command line.
export module firefly.program;

export import :demo;
export import :run;
export import :sample;
