/// Runs the command line. Exit codes: 0 done, 2 bad usage or input, 3 sampling or writing failed, 130 or 143 interrupted (128 + the signal), 141
/// nobody read what was said to its end.
module;
#include <string>
#include <vector>

export module firefly.program.commands:dispatch;

namespace firefly::program {

/// Returns the exit code. Errors are one line on standard error; nothing is thrown.
export int run_program(std::vector<std::string> arguments);

}  // namespace firefly::program
