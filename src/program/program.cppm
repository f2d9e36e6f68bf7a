/// The program `firefly`, without its command line.
export module firefly.program;

export import :brightness;
export import :chains;
export import :convert;
export import :demo;
export import :draw_files;
export import :findings;
export import :metadata;
export import :mode;
export import :options;
export import :output;
export import :predict;
export import :prior;
export import :problem;
export import :recorder;
export import :report;
export import :report_plots;
export import :run;
export import :sample;
export import :summary;
export import :text;
