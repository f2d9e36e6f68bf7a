/// `--formula`: target, features, offset and intercept in one line, and the data that it asks for.
module;
#include <string>

export module firefly.program.input:formula_input;

import firefly;
import :options;
import :reading;

namespace firefly::program {

/// Puts what the formula says of intercept and offset into the options. Of a store that was made for a formula, that one where none is given. Nothing where
/// there is no formula. Throws `formula_error`, and `invalid_argument` for options that say the same in another way and for what the model does not have.
void take_formula(sample_options& options);

/// The columns that the formula needs, from a CSV, NPY or IDX file or a store, and nothing else of it. Rows of features are made of them when they are read;
/// of a store what is learned takes a pass or more, and one in which every row is looked at. Throws as `read_input` does, and `formula_error`.
model_input read_formula(sample_options const& options);

/// What a file calls a column of the formula: those of arrays have numbers, and formulas call them x1, x2, ….
export std::string column_in_file(std::string const& name, data_format format);

/// What a store for the formula is made of: its target and columns, categories as codes, and those that the options name besides. Looks at the file. Throws
/// `formula_error`, and as `read_input` does.
export read_options columns_for_store(sample_options const& options);

}  // namespace firefly::program
