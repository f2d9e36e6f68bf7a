module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.run;

import firefly;

namespace firefly::program {

namespace {

template <class Message>
std::string bytes_of(Message const& message) {
    byte_writer out;
    out.put(message);
    return out.bytes();
}

template <class Message>
Message read(std::string_view bytes) {
    byte_reader in(bytes);
    Message message;
    in.get(message);
    return message;
}

}  // namespace

std::string to_bytes(instruction const& given) {
    return bytes_of(given);
}

std::string to_bytes(follower_report const& report) {
    return bytes_of(report);
}

instruction read_instruction(std::string_view bytes) {
    return read<instruction>(bytes);
}

follower_report read_report(std::string_view bytes) {
    return read<follower_report>(bytes);
}

}  // namespace firefly::program
