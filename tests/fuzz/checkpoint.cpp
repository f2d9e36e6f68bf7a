/// The checkpoint of a run, on bytes that libFuzzer makes up: what is accepted is the same when it is written and read again, and its
/// options are read or refused in a line.
///
/// An input is a file as it is or, where its first byte is even, the contents of one: title, length and checksum are then put around them.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "support/some_run.hpp"

import firefly;
import firefly.program.input;
import firefly.program.run;

namespace {

using firefly::program::checkpoint;

std::string bytes_of(checkpoint const& contents) {
    firefly::byte_writer out;
    out.put(contents);
    return out.bytes();
}

std::string wrapped(std::string_view contents) {
    firefly::checksum sum;
    sum.add(contents);
    firefly::byte_writer out;
    out.put(contents);
    out.put(sum.value());
    return "firefly checkpoint, version " + std::to_string(firefly::program::run_checkpoint.version) + "\n" + out.bytes();
}

/// As `resume` does.
void read_options_of(checkpoint const& saved) try {
    std::vector<std::string> arguments{"sample"};
    arguments.insert(arguments.end(), saved.arguments.begin(), saved.arguments.end());
    firefly::program::read_command_line(arguments, 2);
} catch (firefly::error const& refusal) { require_one_line(refusal.what(), ""); }

}  // namespace

std::vector<std::string> seeds() {
    checkpoint run{
        .arguments = {"--data=x.csv", "--target=y", "--draws=100"}, .directory = "/", .description = description_of_run()};
    run.chains = {{.state = "state", .result = results_of_run(1)[0]}, {}};
    return {'\0' + bytes_of(run), '\0' + bytes_of({}), '\1' + wrapped(bytes_of(run))};
}

void try_input(std::string_view input) {
    static memory_file const file;
    if (input.empty()) return;
    std::string const path = file.write(input[0] % 2 == 0 ? wrapped(input.substr(1)) : std::string(input.substr(1)));
    try {
        auto const saved = firefly::program::read_checkpoint(path);
        std::string const again = bytes_of(saved);
        file.write(wrapped(again));
        require(bytes_of(firefly::program::read_checkpoint(path)) == again, "the same after it was written");
        read_options_of(saved);
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), path); }
}
