/// The draws of one chain in an append-only log: where a run keeps them, and what its outputs are made from.
///
///     header   "fireflog", version, number of parameters, number of the run, checksum
///     record   iteration, flags, log density, acceptance, step, bright, brightened, darkened, queries for z, queries for θ, θ, checksum
///
/// All of them are words of eight bytes, so that records have one size and stand where their number says. A record's checksum starts
/// from the header's and counts the record's number: one that was cut short, damaged, or left over from another run ends the readable part.
/// Records of warm-up, where they are kept, come first. Bytes depend on nothing but the draws: not on when they were flushed.
/// A log that another process has open for writing cannot be opened again (flock). The header is made durable before the first draw, so that
/// after a loss of power a log can be gone on with, or is as good as none.
/// Cost: 88 + 8·D bytes per draw, and a multiplication for each eight of them.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

export module firefly.draws:draw_log;

import firefly.core;
import firefly.files;

namespace firefly {

/// Reads a log: the records that it had when it was opened.
export class draw_log_reader {
public:
    /// Throws `data_error` when the file is no log; damaged records only end it.
    explicit draw_log_reader(std::filesystem::path const& path);

    inline std::size_t parameters() const { return parameters_; }
    /// What the writer was told.
    inline std::uint64_t run() const { return run_; }
    /// Records that can be read.
    inline std::size_t size() const { return size_; }
    /// Those of warm-up; they come first.
    inline std::size_t warm_up() const { return warm_up_; }

    draw at(std::size_t record) const;
    /// All draws from a record on, one after the other: a range that holds one of them in memory. For as long as the reader lives.
    stream<draw> draws(std::size_t first = 0) const;
    /// One parameter, in the first `draws` draws after warm-up.
    std::vector<double> parameter(std::size_t which, std::size_t draws) const;

private:
    char const* record(std::size_t i) const;
    void read(std::size_t record, draw& into) const;

    file_bytes bytes_;
    std::size_t parameters_ = 0, size_ = 0, warm_up_ = 0;
    std::uint64_t run_ = 0;
};

/// Appends draws to a log.
export class draw_log {
public:
    /// Replaces a log of that name, but no other file; one that cannot be made leaves none. `run` is any number by which a log can be told from
    /// that of another run.
    static draw_log create(std::filesystem::path path, std::size_t parameters, std::uint64_t run);

    /// Goes on after the first `records`; what follows them is cut off. Throws `data_error` when the log is of another run or has fewer, and
    /// `invalid_argument`, as `create` does, when another process writes to it.
    static draw_log reopen(std::filesystem::path path, std::size_t parameters, std::uint64_t run, std::size_t records);

    /// Throws `output_error` where `create` cannot make a log, or would write over something else. Changes nothing.
    static void check(std::filesystem::path const& path);

    /// Bytes of a log of this many draws.
    static double bytes(double draws, std::size_t parameters);

    /// Without a name, in the directory for temporary files; gone when it is closed.
    static draw_log temporary(std::size_t parameters);

    ~draw_log();
    draw_log(draw_log&&) noexcept = default;
    draw_log& operator=(draw_log&&) = delete;

    /// Throws `invalid_argument` for a draw with another number of parameters, and `output_error` where the buffer is full and cannot be
    /// written; the log is then without the draw.
    void append(draw const& draw);

    /// Hands the buffer to the system: it survives the end of the program. What cannot be written stays in the buffer, for another try.
    void flush();

    /// Waits until what was flushed survives the end of the machine too. Any thread may call this, also while another appends.
    void sync() const;

    /// Takes the name away. What was appended can be read as long as this lives. Throws `output_error`.
    void remove();

    /// All that was appended.
    draw_log_reader read();

    inline std::size_t size() const { return size_; }

private:
    draw_log(std::filesystem::path path, descriptor file, std::size_t parameters, std::uint64_t run, std::size_t records);

    /// What the file has beyond what was flushed goes.
    void cut();

    std::filesystem::path path_;
    descriptor file_;
    std::size_t parameters_;
    std::uint64_t seed_ = 0;  // of the records' checksums
    std::size_t size_;
    std::uint64_t flushed_ = 0;  // bytes
    std::string buffer_;
};

}  // namespace firefly
