module;
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

module firefly.program.run;

import firefly.external;
import firefly;

namespace firefly::program {

void write_checkpoint(std::filesystem::path const& path, checkpoint const& contents) {
    byte_writer out;
    out.put(contents);
    write_checkpoint_file(path, run_checkpoint, out.bytes());
}

checkpoint read_checkpoint(std::filesystem::path const& path) {
    std::string const bytes = read_checkpoint_file(path, run_checkpoint);
    byte_reader in(bytes);
    checkpoint contents;
    try {
        in.get(contents);
    } catch (data_error const& failure) {
        throw data_error({.file = path.string(),
                          .what = fmt::format("is damaged: {}", failure.what()),
                          .remedy = "use another copy, or run again"});
    }
    return contents;
}

}  // namespace firefly::program
