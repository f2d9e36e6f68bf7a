/// What the program says on standard output, and on standard error: the one way for all commands.
///
/// Names and labels come from files that others made, so control characters are shown as `visible` shows them: a terminal would obey them.
/// Standard output that cannot be written is an error like any other output: the throw ends the command, with exit code 3. A pipe that
/// nobody reads any more (`| head -1`) ends it, too, but quietly.
module;
#include <string_view>

export module firefly.program.input:say;

namespace firefly::program {

/// On standard output. Throws `output_error`, or `broken_pipe`.
export void say(std::string_view text);

/// Numbers and cells as they are, for other programs. Only on a terminal control characters are shown as above.
export void say_data(std::string_view text);

/// On standard error. Never throws: nobody is left to be told.
export void say_aside(std::string_view text);

/// Waits until the system has all that was said. Throws as `say` does.
export void finish_saying();

}  // namespace firefly::program
