/// The program from its arguments to its exit code: 0 done, 2 bad input or usage, 3 sampling or writing failed, 130 or 143 interrupted
/// (128 + the signal).
module;
#include <string>
#include <vector>

export module firefly.program.commands:dispatch;

namespace firefly::program {

/// Says what went wrong in one line on standard error; throws nothing.
export int run_program(std::vector<std::string> arguments);

}  // namespace firefly::program
