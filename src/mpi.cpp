module;
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

module firefly.mpi;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// MPI allows one call at a time (MPI_THREAD_SERIALIZED).
std::mutex one_at_a_time;

constexpr int message_tag = 17;

/// MPI counts in int.
int count_of(std::size_t bytes) {
    if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw error(fmt::format("MPI: {} bytes in one message; it takes at most {}", bytes, std::numeric_limits<int>::max()));
    return static_cast<int>(bytes);
}

class mpi_window final : public window {
public:
    mpi_window(MPI_Comm world, std::size_t bytes) {
        std::lock_guard const lock(one_at_a_time);
        void* memory = nullptr;
        MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, world, static_cast<void*>(&memory), &window_);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
        mine_ = {static_cast<std::byte*>(memory), bytes};
    }
    ~mpi_window() final {
        std::lock_guard const lock(one_at_a_time);
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    mpi_window(mpi_window const&) = delete;
    mpi_window& operator=(mpi_window const&) = delete;

    std::span<std::byte> mine() final { return mine_; }

    void get(std::size_t member, std::size_t offset, std::span<std::byte> into) const final {
        std::lock_guard const lock(one_at_a_time);
        int const count = count_of(into.size());
        MPI_Get(into.data(), count, MPI_BYTE, static_cast<int>(member), static_cast<MPI_Aint>(offset), count, MPI_BYTE, window_);
    }
    void complete() const final {
        std::lock_guard const lock(one_at_a_time);
        MPI_Win_flush_local_all(window_);
    }
    /// What this process wrote is there for all.
    void sync() const { MPI_Win_sync(window_); }

private:
    MPI_Win window_ = MPI_WIN_NULL;
    std::span<std::byte> mine_;
};

class mpi_team final : public team {
public:
    mpi_team() {
        MPI_Comm_dup(MPI_COMM_WORLD, &world_);
        int size = 0, rank = 0;
        MPI_Comm_size(world_, &size);
        MPI_Comm_rank(world_, &rank);
        size_ = static_cast<std::size_t>(size);
        rank_ = static_cast<std::size_t>(rank);
    }
    ~mpi_team() final {
        windows_.clear();  // all members, in the same order
        MPI_Comm_free(&world_);
    }
    mpi_team(mpi_team const&) = delete;
    mpi_team& operator=(mpi_team const&) = delete;

    std::size_t size() const final { return size_; }
    std::size_t rank() const final { return rank_; }

    std::vector<std::byte> gather(std::span<std::byte const> mine) const final {
        std::lock_guard const lock(one_at_a_time);
        std::uint64_t const size = mine.size();
        std::vector<std::uint64_t> sizes(size_);
        MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, world_);
        std::vector<std::byte> all(std::reduce(sizes.begin(), sizes.end()));
        if (all.size() <= most_bytes)
            gather_at_once(mine, sizes, all);
        else
            gather_in_pieces(mine, sizes, all);
        return all;
    }

    std::shared_ptr<window> open_window(std::size_t bytes) const final {
        free_windows();
        windows_.push_back(std::make_shared<mpi_window>(world_, bytes));
        return windows_.back();
    }

    void meet() const final {
        std::lock_guard const lock(one_at_a_time);
        for (auto const& each : windows_) each->sync();
        MPI_Barrier(world_);
        for (auto const& each : windows_) each->sync();
    }

private:
    static constexpr std::size_t most_bytes = std::numeric_limits<int>::max();  // in one call

    void gather_at_once(std::span<std::byte const> mine, std::vector<std::uint64_t> const& sizes, std::span<std::byte> all) const {
        std::vector<int> const counts(sizes.begin(), sizes.end());
        std::vector<int> starts(size_);
        std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
        MPI_Allgatherv(mine.data(), counts[rank_], MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, world_);
    }

    /// Each in turn, some bytes at a time.
    void gather_in_pieces(std::span<std::byte const> mine, std::vector<std::uint64_t> const& sizes,
                          std::span<std::byte> all) const {
        for (std::size_t member = 0; member < size_; ++member) {
            auto const theirs = all.first(sizes[member]);
            if (member == rank_) std::ranges::copy(mine, theirs.begin());
            for (std::size_t done = 0; done < theirs.size(); done += most_bytes)
                MPI_Bcast(theirs.data() + done, count_of(std::min(most_bytes, theirs.size() - done)), MPI_BYTE,
                          static_cast<int>(member), world_);
            all = all.subspan(sizes[member]);
        }
    }

    /// Those that nobody has any more. All members.
    void free_windows() const {
        std::vector<std::uint8_t> used;
        for (auto const& each : windows_) used.push_back(each.use_count() > 1);
        auto const all = gather_numbers(std::span<std::uint8_t const>(used));
        for (std::size_t i = windows_.size(); i-- > 0;) {
            bool is_used = false;
            for (std::size_t member = 0; member < size_; ++member) is_used = is_used || all[member * used.size() + i];
            if (!is_used) windows_.erase(windows_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    MPI_Comm world_ = MPI_COMM_NULL;
    std::size_t size_ = 1, rank_ = 0;
    mutable std::vector<std::shared_ptr<mpi_window>> windows_;
};

std::size_t count_here() {
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    int count = 0;
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return static_cast<std::size_t>(count);
}

/// Looks after transfers that others have under way to or from this process.
void attend(std::stop_token const& stop) {
    using namespace std::chrono_literals;
    while (!stop.stop_requested()) {
        {
            std::lock_guard const lock(one_at_a_time);
            int arrived = 0;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
        }
        std::this_thread::sleep_for(20us);
    }
}

}  // namespace

struct mpi_session::state {
    struct sending {
        std::string bytes;
        MPI_Request request;
    };

    std::shared_ptr<mpi_team> world;
    std::size_t here = 1;
    int exceptions = std::uncaught_exceptions();
    MPI_Comm post = MPI_COMM_NULL;        // messages have a channel of their own
    std::list<sending> sent;              // what may not have arrived yet
    std::optional<mpi_message> arriving;  // the message that is on its way here
    MPI_Request arrival = MPI_REQUEST_NULL;
    std::jthread attendant;
};

bool mpi_session::is_launched() {
    // Of Open MPI, and of what other launchers set.
    for (char const* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
        if (std::getenv(name)) return true;
    return false;
}

mpi_session::mpi_session(bool attend_always) : state_(std::make_shared<state>()) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        throw error("this MPI cannot be used from several threads; use one that was built with thread support");
    state_->world = std::make_shared<mpi_team>();
    MPI_Comm_dup(MPI_COMM_WORLD, &state_->post);
    state_->here = count_here();
    if (attend_always || state_->here < state_->world->size()) state_->attendant = std::jthread(attend);
}

mpi_session::~mpi_session() {
    if (std::uncaught_exceptions() > state_->exceptions) abort(1);
    state_->world->meet();
    {
        std::lock_guard const lock(one_at_a_time);
        for (auto& each : state_->sent) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
    }
    if (state_->attendant.joinable()) {
        state_->attendant.request_stop();
        state_->attendant.join();
    }
    state_->world.reset();
    MPI_Comm_free(&state_->post);
    MPI_Finalize();
}

std::size_t mpi_session::processes_here() const {
    return state_->here;
}

std::shared_ptr<team const> mpi_session::world() const {
    return state_->world;
}

void mpi_session::send(std::size_t to, std::string bytes) const {
    std::lock_guard const lock(one_at_a_time);
    std::erase_if(state_->sent, [](state::sending& each) {
        int arrived = 0;
        MPI_Test(&each.request, &arrived, MPI_STATUS_IGNORE);
        return arrived != 0;
    });
    auto& mine = state_->sent.emplace_back(std::move(bytes), MPI_REQUEST_NULL);
    MPI_Isend(mine.bytes.data(), count_of(mine.bytes.size()), MPI_BYTE, static_cast<int>(to), message_tag, state_->post,
              &mine.request);
}

std::optional<mpi_message> mpi_session::receive() const {
    std::lock_guard const lock(one_at_a_time);
    auto& arriving = state_->arriving;
    if (!arriving) {
        int matched = 0;
        MPI_Message message;
        MPI_Status status;
        MPI_Improbe(MPI_ANY_SOURCE, message_tag, state_->post, &matched, &message, &status);
        if (!matched) return {};
        int count = 0;
        MPI_Get_count(&status, MPI_BYTE, &count);
        arriving = {static_cast<std::size_t>(status.MPI_SOURCE), std::string(static_cast<std::size_t>(count), '\0')};
        MPI_Imrecv(arriving->bytes.data(), count, MPI_BYTE, &message, &state_->arrival);
    }
    int arrived = 0;
    MPI_Test(&state_->arrival, &arrived, MPI_STATUS_IGNORE);
    return arrived ? std::exchange(arriving, {}) : std::nullopt;
}

void mpi_session::abort(int code) const {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
}

}  // namespace firefly
