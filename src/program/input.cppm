/// What the user said and gave: the command line, its options, the data.
export module firefly.program.input;

export import :case_options;
export import :command_line;
export import :commands;
export import :data_scale;
export import :design;
export import :file_names;
export import :formula_input;
export import :model_family;
export import :model_kind;
export import :option_values;
export import :options;
export import :prior_rule;
export import :prior_rules;
export import :processes;
export import :reading;
export import :reference_class;
export import :run_settings;
export import :say;
export import :shares;
export import :status_line;
