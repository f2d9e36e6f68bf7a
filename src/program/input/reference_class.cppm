/// The class that the others of a softmax are held against.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.input:reference_class;

namespace firefly::program {

/// The position of the class that was asked for; of the first class if none was. Unlike the most frequent class, the first does not change
/// with the rows, and files of draws need not count them; R's `multinom` and statsmodels take it, too. Throws `invalid_argument` with the names
/// of the classes for one that is not among them.
export std::size_t reference_class(std::vector<std::string> const& classes, std::optional<std::string> const& wanted);

}  // namespace firefly::program
