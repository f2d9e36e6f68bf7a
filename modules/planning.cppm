/// Everything chosen for the user: forecasts, surveys, pilot runs and the plan that they make.
export module firefly.planning;

export import :forecast;
export import :pilot;
export import :plan;
export import :survey;
