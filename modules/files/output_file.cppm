/// A file that appears under its name only when it is complete.
///
/// Bytes go to `path` + ".partial", through a buffer; `commit` makes them durable and then renames, which POSIX promises to be
/// atomic: whoever opens `path` sees the old file or the whole new one. Without `commit` the partial file stays, with all that was
/// written, for whoever wants to rescue it.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

export module firefly.files:output_file;

namespace firefly {

export class output_file {
public:
    explicit output_file(std::filesystem::path path);
    ~output_file();
    output_file(output_file&& other) noexcept;
    output_file& operator=(output_file&&) = delete;

    inline void write(std::string_view text) {
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

    /// fsync, rename, fsync of the directory. Nothing can be written afterwards.
    void commit();

    inline std::filesystem::path const& path() const { return path_; }

private:
    static constexpr std::size_t buffer_size = std::size_t{1} << 16;

    void write_at(std::uint64_t position, std::string_view text);

    std::filesystem::path path_;
    std::filesystem::path partial_path_;
    int file_ = -1;
    std::uint64_t flushed_ = 0;
    std::string buffer_;
};

}  // namespace firefly
