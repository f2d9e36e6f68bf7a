/// What is wrong with a formula, and where: two lines, the formula and a caret under the place.
///
///     y ~ x + log(distnce)
///                 ^ there is no column "distnce"; did you mean "distance"?
module;
#include <cstddef>
#include <string>
#include <string_view>

export module firefly.formulas:formula_error;

import firefly.numeric;

namespace firefly {

/// The message is two lines. Of a long formula the first shows what is near the place.
export class formula_error : public invalid_argument {
public:
    /// `place` counts bytes; one behind the last is the end.
    formula_error(std::string_view formula, std::size_t place, std::string_view what);
};

}  // namespace firefly
