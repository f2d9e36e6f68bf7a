/// Figures that another process measures: it prints a line "name value" for each.
#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace firefly::bench {

inline std::filesystem::path this_program() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

/// Runs a command of the shell and reads what it prints. Throws where it fails or prints nothing.
inline std::map<std::string, double> figures_of(std::string const& command) {
    std::fflush(stdout);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::map<std::string, double> figures;
    char line[256];
    while (pipe && std::fgets(line, sizeof line, pipe.get())) {
        std::string const text(line);
        auto const space = text.rfind(' ');
        figures[text.substr(0, space)] = std::stod(text.substr(space));
    }
    if (!pipe || ::pclose(pipe.release()) != 0 || figures.empty()) throw std::runtime_error("this failed: " + command);
    return figures;
}

}  // namespace firefly::bench
