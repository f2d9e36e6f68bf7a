/// Everything chosen for the user: forecasts, surveys, pilot runs and the plan that they make.
export module firefly.planning;

export import :any_plan;
export import :assembly;
export import :choices;
export import :costs;
export import :forecast;
export import :grid_plan;
export import :parts;
export import :pilot;
export import :plan;
export import :planned_model;
export import :sample;
export import :settings;
export import :survey;
