/// All bytes of a file, for as long as the object lives.
///
/// A regular file is mapped and not copied; a pipe (/dev/stdin, `<(command)`) is read to its end. What is packed with gzip is
/// unpacked, whatever its name. A mapped file that another process shortens meanwhile ends the program (SIGBUS): do not write to
/// data that are being read.
module;
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

export module firefly.files:file_bytes;

import :memory;

namespace firefly {

/// The bytes of a file, in memory or mapped.
export class file_bytes {
public:
    /// Throws `data_error` with the system's words when the file cannot be read, and when it cannot be unpacked, or not into `most` bytes.
    explicit file_bytes(std::filesystem::path const& path, std::size_t most = machine_memory());
    ~file_bytes();
    file_bytes(file_bytes&& other) noexcept;
    file_bytes& operator=(file_bytes&&) = delete;

    /// Lets go of the memory that a mapped file takes. What is looked at again is read again.
    void forget() const;

    inline std::string_view text() const { return mapped_ ? std::string_view(mapped_, size_) : std::string_view(copied_); }

private:
    file_bytes() = default;
    void open(std::filesystem::path const& path);
    void unmap();

    char const* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::string copied_;
};

}  // namespace firefly
