/// Everything but the optional components.
export module firefly;

export import firefly.core;
export import firefly.data;
export import firefly.models;
export import firefly.bounds;
export import firefly.kernels;
export import firefly.updaters;
export import firefly.samplers;
export import firefly.diagnostics;
export import firefly.io;
