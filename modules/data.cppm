/// Where rows come from.
export module firefly.data;

export import :data_set;
