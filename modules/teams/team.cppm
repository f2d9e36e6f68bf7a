/// Several processes that hold one data set together, each a part of it: what they may ask of each other.
///
/// A team meets in set-up, where all members do the same and every pass over the rows is shared out; afterwards its members go their own
/// ways and only read each other's memory, which nobody has to attend to. MPI makes such teams (`firefly.mpi`); tests make them of
/// threads.
module;
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

export module firefly.teams:team;

import firefly.numeric;

namespace firefly {

/// Memory that all members of a team may read: each has a part of its own.
export class window {
public:
    virtual ~window() = default;
    /// This member's own part: to be filled before the team's next `meet`, and not changed after it.
    virtual std::span<std::byte> mine() = 0;
    /// Posts a read from another member's part, and does not wait: `into` is filled when `complete` has returned. Any thread may call both.
    virtual void get(std::size_t member, std::size_t offset, std::span<std::byte> into) const = 0;
    virtual void complete() const = 0;
};

/// What has "all" in its contract is called by all members, in the same order.
export class team {
public:
    virtual ~team() = default;
    virtual std::size_t size() const = 0;
    virtual std::size_t rank() const = 0;  // of this member: 0, …, size() − 1
    /// All: each gives some bytes, and gets those of all, one member after the other.
    virtual std::vector<std::byte> gather(std::span<std::byte const> mine) const = 0;
    /// All: a window with this many bytes of this member's. Its memory may be given back only when no member has a handle to it any more.
    virtual std::shared_ptr<window> open_window(std::size_t bytes) const = 0;
    /// All: nobody returns before everybody has called; what was written into windows before can be read afterwards.
    virtual void meet() const = 0;

    /// The same for numbers.
    template <class Number>
    std::vector<Number> gather_numbers(std::span<Number const> mine) const {
        auto const bytes = gather(std::as_bytes(mine));
        std::vector<Number> all(bytes.size() / sizeof(Number));
        std::ranges::copy(bytes, std::as_writable_bytes(std::span(all)).begin());
        return all;
    }
};

/// Who works on which rows: member m on those from `starts[m]` to `starts[m + 1]`, whole blocks.
export struct row_partition {
    std::shared_ptr<team const> crew;
    std::vector<row_index> starts;
};

/// The rows that a pass is about: those of this member where the whole team makes it, all of them where somebody makes it alone.
export struct row_share {
    row_index first = 0, last = 0;                    // from here to there
    row_index rows = 0;                               // of all members
    std::shared_ptr<row_partition const> parts = {};  // nothing where somebody works alone

    inline row_index size() const { return last - first; }
    inline std::size_t place(row_index n) const { return n - first; }
    /// What every member has of some numbers, all of them, one member's after the other's.
    template <class Number>
    std::vector<Number> gather(std::vector<Number> mine) const {
        return parts ? parts->crew->gather_numbers(std::span<Number const>(mine)) : mine;
    }
};

/// Σ_n value(n), block by block: the same bits for any number of members. All of them.
export double sum_over_shares(row_share const& part, std::function<double(row_index)> const& value);

}  // namespace firefly
