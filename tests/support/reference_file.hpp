/// Files with reference numbers, which stand in the folders `reference` of the tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace firefly::testing {

/// `name` is a path below tests/. Objects that `./dev` compiles name their sources from the top of the repository, where ctest runs them:
/// another clone may take them, too (cmake/compile_once).
inline std::ifstream reference_file(std::string const& name) {
    auto const path = std::filesystem::path(__FILE__).parent_path().parent_path() / name;
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot open " + path.string() + ": run the tests from the top of the repository");
    return in;
}

}  // namespace firefly::testing
