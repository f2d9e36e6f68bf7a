module;
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

module firefly.program.input;

namespace firefly::program {

std::string extension_of(std::string const& file) {
    std::string extension = std::filesystem::path(file).extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

}  // namespace firefly::program
