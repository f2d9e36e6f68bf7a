module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

module firefly.program.input;

import firefly;
import firefly.mpi;

namespace firefly::program {

struct processes::state {
    std::optional<mpi_session> session;
};

processes::processes() : state_(std::make_unique<state>()) {
    if (mpi_session::is_launched()) state_->session.emplace();
}

processes::~processes() = default;

std::size_t processes::size() const {
    return state_->session ? state_->session->world()->size() : 1;
}

std::size_t processes::rank() const {
    return state_->session ? state_->session->world()->rank() : 0;
}

std::size_t processes::here() const {
    return state_->session ? state_->session->processes_here() : 1;
}

std::shared_ptr<team const> processes::crew() const {
    return size() > 1 ? state_->session->world() : nullptr;
}

void processes::meet() const {
    if (size() > 1) state_->session->world()->meet();
}

bool processes::agree(bool mine) const {
    if (size() == 1) return mine;
    std::uint8_t const here = mine;
    return std::ranges::min(crew()->gather_numbers(std::span<std::uint8_t const>(&here, 1))) != 0;
}

void processes::send(std::size_t to, std::string bytes) const {
    state_->session->send(to, std::move(bytes));
}

std::optional<process_message> processes::receive() const {
    if (size() == 1) return {};
    auto message = state_->session->receive();
    if (!message) return {};
    return process_message{message->from, std::move(message->bytes)};
}

void processes::end_all(int code) const {
    if (size() > 1) state_->session->abort(code);
}

}  // namespace firefly::program
