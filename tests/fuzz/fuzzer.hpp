/// What a fuzzer is made of, besides libFuzzer: good inputs to start from, and what is done with an input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Made by our own writers where there is one. `FUZZER --seeds FOLDER` writes them to files.
std::vector<std::string> seeds();

/// Ends the process where something happens that must not.
void try_input(std::string_view input);

/// Ends the process unless it holds.
void require(bool holds, char const* what);

/// What is refused must be refused in one line that begins with the name of the file.
void require_one_line(std::string_view message, std::string_view path);
