module;
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

struct processes::state {};

processes::processes() {
    char const *const others = std::getenv("OMPI_COMM_WORLD_SIZE"), *const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (!others || std::string_view(others) == "1") return;
    if (rank && std::string_view(rank) != "0") std::_Exit(2);  // one of them says so
    throw error(fmt::format(
        "mpirun started {} processes, but this firefly was built without MPI; build it with -DFIREFLY_MPI=ON, or use ./dev mpi",
        others));
}

processes::~processes() = default;

std::size_t processes::size() const {
    return 1;
}

std::size_t processes::rank() const {
    return 0;
}

std::size_t processes::here() const {
    return 1;
}

std::shared_ptr<team const> processes::crew() const {
    return nullptr;
}

void processes::meet() const {}

bool processes::agree(bool mine) const {
    return mine;
}

void processes::send(std::size_t, std::string) const {}

std::optional<process_message> processes::receive() const {
    return {};
}

void processes::end_all(int) const {}

}  // namespace firefly::program
