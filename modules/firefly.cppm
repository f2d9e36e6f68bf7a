/// Everything but the optional components.
export module firefly;

export import firefly.numeric;
export import firefly.core;
export import firefly.teams;
export import firefly.data;
export import firefly.models;
export import firefly.bounds;
export import firefly.kernels;
export import firefly.updaters;
export import firefly.diagnostics;
export import firefly.samplers;
export import firefly.planning;
export import firefly.dynamic;
export import firefly.files;
export import firefly.tables;
export import firefly.formulas;
export import firefly.draws;
