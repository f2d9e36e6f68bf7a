/// Files that were packed with gzip (RFC 1952), unpacked in memory by zlib.
module;
#include <cstddef>
#include <string>
#include <string_view>

export module firefly.io:gzip;

namespace firefly {

inline bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

/// The bytes of all members, one after the other (`cat a.gz b.gz` is a gzip file, too). Throws `data_error` for what is damaged,
/// ends too early, or has more than `most` bytes.
std::string unpack_gzip(std::string_view file, std::string_view packed, std::size_t most);

}  // namespace firefly
