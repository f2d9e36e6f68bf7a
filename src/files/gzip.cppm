/// Files that were packed with gzip (RFC 1952), unpacked by zlib: some bytes at a time, or all of them in memory.
module;
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

module firefly.files:gzip;

namespace firefly {

inline bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

/// The bytes of all members, one after the other (`cat a.gz b.gz` is a gzip file, too).
class gzip_stream {
public:
    /// `file` is what messages call it.
    explicit gzip_stream(std::string file);
    ~gzip_stream();
    gzip_stream(gzip_stream&&) noexcept;

    /// Unpacks from the front of `packed`, which becomes shorter, until that is used up or `out` is full. Returns how many bytes it wrote.
    /// Throws `data_error` for what is damaged.
    std::size_t unpack(std::string_view& packed, std::span<char> out);

    /// To be called after the last byte. Throws `data_error` where the file ends within its data.
    void finish() const;

private:
    struct inflater;

    std::string file_;
    std::unique_ptr<inflater> inflater_;
    bool member_ended_ = false;
};

/// Throws `data_error` for what is damaged, ends too early, or has more than `most` bytes.
std::string unpack_gzip(std::string_view file, std::string_view packed, std::size_t most);

}  // namespace firefly
