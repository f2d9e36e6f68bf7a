/// The processes of a run: this one alone, or several that `mpirun` started.
///
/// Process 0 leads: it prints, writes outputs and checkpoints, and says how far to go. Chain i runs in process i mod P.
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
    /// Joins the others, if `mpirun` started this process. Throws `error` when several were started and this program knows no MPI.
    processes();
    ~processes();
    processes(processes const&) = delete;
    processes& operator=(processes const&) = delete;

    std::size_t size() const;
    std::size_t rank() const;
    inline bool leads() const { return rank() == 0; }
    inline bool runs(std::size_t chain) const { return chain % size() == rank(); }
    /// How many share this machine.
    std::size_t here() const;
    /// Those who hold the rows together; nothing for one process.
    std::shared_ptr<team const> crew() const;
    /// All: nobody goes on before everybody is here.
    void meet() const;
    /// All: whether it is so for everybody.
    bool agree(bool mine) const;

    /// Neither waits.
    void send(std::size_t to, std::string bytes) const;
    std::optional<process_message> receive() const;

    /// Ends all of them, if they are several.
    void end_all(int code) const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace firefly::program
