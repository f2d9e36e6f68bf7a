/// A file that appears under its name only when it is complete.
///
/// Bytes go to `path` + ".partial", through a buffer; `commit` makes them durable and then renames, which POSIX promises to be
/// atomic: whoever opens `path` sees the old file or the whole new one. Without `commit` the partial file stays, with all that was
/// written, for whoever wants to rescue it.
///
/// A symbolic link stays: the file that it leads to is replaced, or made, and the partial file is beside that one. The new file has the
/// permissions of the one that it replaces, and its owner where the system allows it. Other hard links keep the old file.
///
/// Only regular files are replaced. A device, a FIFO or an open descriptor (/dev/stdout) is written to, and gets all bytes from `commit`.
/// Until then they are in a file without a name in the directory for temporary files, so that they can be overwritten and are not seen by halves.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

export module firefly.files:output_file;

import firefly.numeric;
import :descriptor;

namespace firefly {

/// Nobody reads the other end of the pipe any more. As a rule that is no failure: `firefly summary draws.nc | head -1`.
export class broken_pipe : public output_error {
public:
    using output_error::output_error;
};

/// Write, then `commit`.
export class output_file {
public:
    /// Throws `output_error` where `check` does, and where the system refuses.
    explicit output_file(std::filesystem::path path);
    ~output_file();
    output_file(output_file&&) noexcept = default;
    output_file& operator=(output_file&&) = delete;

    /// Throws `output_error` for a path that cannot be written to: a directory, a socket, a loop of symbolic links, a file or folder that is
    /// write-protected or missing. Changes nothing, so that it can be asked long before there is anything to write.
    static void check(std::filesystem::path const& path);

    inline void write(std::string_view text) {
        if (text.size() > buffer_size) return write_long(text);
        buffer_ += text;
        if (buffer_.size() >= buffer_size) flush();
    }

    /// Where the next byte will stand.
    inline std::uint64_t position() const { return flushed_ + buffer_.size(); }

    /// Hands the buffer to the system: from then on it survives the end of the program, though not of the machine.
    void flush();

    /// Replaces bytes that were written before.
    void overwrite(std::uint64_t position, std::string_view text);

    /// Removes the partial file: nothing of worth was written. Nothing can be written afterwards.
    void discard();

    /// fsync, rename, fsync of the directory; or delivers the bytes to what is not a regular file. Nothing can be written afterwards.
    void commit();

    inline std::filesystem::path const& path() const { return path_; }

private:
    static constexpr std::size_t buffer_size = std::size_t{1} << 16;

    void write_long(std::string_view text);
    void write_at(std::uint64_t position, std::string_view text);
    void replace();
    void deliver();

    std::filesystem::path path_;
    std::filesystem::path target_;        // what `path_` leads to
    std::filesystem::path partial_path_;  // where bytes are kept until `commit`
    bool is_replaced_ = true;             // otherwise it is written to
    descriptor file_;
    std::uint64_t flushed_ = 0;
    std::string buffer_;
};

/// A file without a name, for bytes that wait, and what messages call it. Throws `output_error`.
export std::pair<descriptor, std::filesystem::path> open_nameless();

/// Takes a file away that is there. Throws `output_error`.
export void remove_file(std::filesystem::path const& path);

/// A file whose bytes are all at hand. Nothing is left of one that cannot be completed. Throws `output_error`.
export void write_file(std::filesystem::path const& path, std::string_view bytes);

}  // namespace firefly
