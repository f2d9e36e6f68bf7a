/// The processes of a run: this one alone, or several that `mpirun` started.
///
/// Process 0 is the leader: it prints, writes outputs and checkpoints, and tells the others how far to run. Chain i runs in process i mod P.
module;
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

export module firefly.program.input:processes;

import firefly;

namespace firefly::program {

export struct process_message {
    std::size_t from;
    std::string bytes;
};

export class processes {
public:
    /// Joins the other processes if `mpirun` started this one. Throws `error` if several were started but the program was built without MPI.
    processes();
    ~processes();
    processes(processes const&) = delete;
    processes& operator=(processes const&) = delete;

    std::size_t size() const;
    std::size_t rank() const;
    inline bool leads() const { return rank() == 0; }
    inline bool runs(std::size_t chain) const { return chain % size() == rank(); }
    /// The number of processes on this machine.
    std::size_t here() const;
    /// The team that shares the rows; null for one process.
    std::shared_ptr<team const> crew() const;
    /// Collective: waits until all processes have called it.
    void meet() const;
    /// Collective: whether it is true in every process.
    bool agree(bool mine) const;

    /// Neither blocks.
    void send(std::size_t to, std::string bytes) const;
    std::optional<process_message> receive() const;

    /// Ends all processes if there are several.
    void end_all(int code) const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace firefly::program
