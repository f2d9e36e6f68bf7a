module;
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <string>
#include <string_view>

module firefly.io;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// zlib's state, released also when unpacking throws.
struct inflater {
    z_stream stream{};

    inflater() {
        constexpr int gzip_window = 15 + 16;  // the largest window; + 16: a gzip header and no other
        if (::inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
    }
    ~inflater() { ::inflateEnd(&stream); }
    inflater(inflater const&) = delete;
};

/// zlib counts in 32 bits.
uInt counted(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

}  // namespace

std::string unpack_gzip(std::string_view file, std::string_view packed, std::size_t most) {
    inflater state;
    z_stream& stream = state.stream;
    std::string result;
    std::size_t used = 0;
    for (;;) {
        if (used == result.size()) {
            if (used >= most)
                throw data_error(fmt::format("{}: unpacked it has more than {}, all that there is; use fewer rows", file,
                                             in_bytes(static_cast<double>(most))));
            constexpr std::size_t first = std::size_t{1} << 20;
            result.resize(std::min(most, std::max(first, 2 * used)));
        }
        // zlib never writes to its input; the pointer is not const for compilers of old.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        stream.avail_in = counted(packed.size());
        stream.next_out = reinterpret_cast<Bytef*>(result.data() + used);
        stream.avail_out = counted(result.size() - used);
        uInt const offered = stream.avail_in, room = stream.avail_out;
        int const status = ::inflate(&stream, Z_NO_FLUSH);
        packed.remove_prefix(offered - stream.avail_in);
        used += room - stream.avail_out;
        if (status == Z_STREAM_END) {
            if (packed.empty()) break;
            ::inflateReset(&stream);  // another member
        } else if (status == Z_BUF_ERROR || (status == Z_OK && packed.empty() && stream.avail_out > 0)) {
            throw data_error(fmt::format("{}: the file ends within its gzip data; copy it again", file));
        } else if (status != Z_OK) {
            throw data_error(fmt::format("{}: the gzip data are damaged; copy or pack the file again", file));
        }
    }
    result.resize(used);
    return result;
}

}  // namespace firefly
