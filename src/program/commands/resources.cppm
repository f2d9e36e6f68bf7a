/// What a command needs of the machine before it begins, and what is said when that runs out.
///
/// OpenBLAS works in buffers of 128 MiB, one per thread that calls it at a time. Where it gets none it asks again for ever: the program would
/// neither go on nor end. So where addresses are limited the buffers are asked for here, first of the system, which can refuse, and then of
/// OpenBLAS, which keeps them. Only addresses are taken: no memory is used before it is written to.
module;
#include <cstddef>
#include <exception>
#include <string>

export module firefly.program.commands:resources;

namespace firefly::program {

/// Throws `run_failure` where threads, or the buffers that they need, are not to be had, with what limits them and what to do.
void claim_resources(std::size_t threads);

/// What an exception means to a user. Without this, memory and threads that run out are "std::bad_alloc" and "Resource temporarily unavailable".
std::string cause_in_words(std::exception const& failure);

}  // namespace firefly::program
