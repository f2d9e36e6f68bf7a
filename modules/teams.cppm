/// Several processes that hold one data set together.
export module firefly.teams;

export import :shared_table;
export import :team;
