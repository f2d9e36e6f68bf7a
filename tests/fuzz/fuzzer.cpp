#include "fuzzer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

void require(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", what);
    std::abort();
}

void require_one_line(std::string_view message, std::string_view path) {
    require(message.starts_with(path) && message.find('\n') == std::string_view::npos, "a message of one line");
}

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    if (*count != 3 || std::string_view((*arguments)[1]) != "--seeds") return 0;
    int number = 0;
    for (std::string const& seed : seeds()) {
        try_input(seed);
        std::ofstream((*arguments)[2] + ("/" + std::to_string(++number)), std::ios::binary) << seed;
    }
    std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t size) {
    try_input({reinterpret_cast<char const*>(bytes), size});
    return 0;
}
