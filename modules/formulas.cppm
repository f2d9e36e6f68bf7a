/// Models as statisticians write them: from a formula and a table to columns of features, as R and formulaic make them.
export module firefly.formulas;

export import :arguments;
export import :b_spline;
export import :treatment_coding;
export import :coding;
export import :column_table;
export import :cubic_spline;
export import :design;
export import :design_learner;
export import :designed_rows;
export import :expression;
export import :formula;
export import :formula_error;
export import :knots;
export import :parser;
export import :polynomial;
export import :standardization;
export import :syntax;
export import :treatment_coding;
export import :column_table;
