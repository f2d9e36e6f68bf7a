/// All of firefly. Each family can be imported on its own.
export module firefly;

export import firefly.core;
export import firefly.data;
