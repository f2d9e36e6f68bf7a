/// Teams of MPI processes: optional, with `-DFIREFLY_MPI=ON`. No other module knows of MPI, and this one shows none of it.
///
///     mpi_session const session;                                         // first of all; ends MPI when it goes
///     auto const rows = remote_rows<double>::share_out(session.world(), source);
///     plan const plan(posterior(logistic{}, gaussian_prior{1}, rows));   // all processes together
///     for (draw const& d : plan.draws({.chain = rank}) | …)              // each process its own chain
///
/// Windows are memory that MPI allocates: on one machine a read is a copy from shared memory; between machines it is a transfer that the
/// other processor does not see. Where the network has no such transfers MPI makes them of messages, which somebody must attend to: a
/// thread does so where there is more than one machine.
/// All calls of MPI are made one at a time, from any thread.
module;
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

export module firefly.mpi;

import firefly.core;
import firefly.teams;

namespace firefly {

/// Bytes that one process sent to another.
export struct mpi_message {
    std::size_t from;
    std::string bytes;
};

/// One a process. When it goes it waits for all others to be done, and ends MPI.
export class mpi_session {
public:
    /// `attend`: a thread looks after transfers also where all processes are on one machine, and need it not. Throws `error` where MPI
    /// cannot be used from several threads.
    explicit mpi_session(bool attend = false);
    /// While an exception is on its way all processes are ended: the others wait for what will not come.
    ~mpi_session();
    mpi_session(mpi_session const&) = delete;
    mpi_session& operator=(mpi_session const&) = delete;

    /// Whether this process was started by `mpirun`: then there may be others.
    static bool is_launched();

    /// How many of them are on this machine.
    std::size_t processes_here() const;
    /// All processes. Outlives no session.
    std::shared_ptr<team const> world() const;

    /// Sends some bytes, and does not wait for anybody.
    void send(std::size_t to, std::string bytes) const;
    /// The next message that has arrived, of those that were sent in order; never waits.
    std::optional<mpi_message> receive() const;

    /// Ends all processes at once, with an exit code: for what only this one knows.
    [[noreturn]] void abort(int code) const;

private:
    struct state;
    std::shared_ptr<state> state_;
};

}  // namespace firefly
