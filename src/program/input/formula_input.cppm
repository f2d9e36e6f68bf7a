/// `--formula`: target, features, offset and intercept in one line, and the data that it asks for.
module;
#include <string>

export module firefly.program.input:formula_input;

import firefly;
import :options;
import :reading;

namespace firefly::program {

/// Puts what the formula says of intercept and offset into the options. Nothing where there is no formula. Throws `formula_error`, and
/// `invalid_argument` for options that say the same in another way and for what the model does not have.
void take_formula(sample_options& options);

/// The columns that the formula needs, from a CSV file, and nothing else of it. Rows of features are made of them when they are read. Throws
/// as `read_input` does, and `formula_error`.
model_input read_formula(sample_options const& options);

}  // namespace firefly::program
