/// `firefly`: runs what the command line says.
#include <string>
#include <vector>

import firefly.program.commands;

int main(int argc, char** argv) {
    return firefly::program::run_program({argv + 1, argv + argc});
}
