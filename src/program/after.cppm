/// What is done with draws after a run, and what needs none: `summary`, `diagnose`, `report`, `predict`, `loo`, `convert`, `map`, `demo`.
export module firefly.program.after;

export import :contrasts;
export import :convert;
export import :demo;
export import :finding;
export import :findings;
export import :fitted_model;
export import :loo;
export import :map;
export import :predict;
export import :report;
export import :summary;
