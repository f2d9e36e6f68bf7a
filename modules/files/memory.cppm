/// How much memory there is, so that a small file that would become a huge matrix is refused and not attempted.
///
/// The limit is what the machine has, not what is free now: the rest can be freed, and data beyond it would be sampled from the
/// swap file. A fixed limit would refuse on a large machine what it does with ease.
module;
#include <cstddef>
#include <string>

export module firefly.files:memory;

namespace firefly {

/// In bytes.
export std::size_t machine_memory();

/// "3.2 GiB", in the unit that suits; for numbers beyond 2⁶⁴, too.
export std::string in_bytes(double count);

}  // namespace firefly
