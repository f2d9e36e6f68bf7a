module;
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

module firefly.files;

import firefly.external;
import firefly.numeric;
import :gzip;

namespace firefly {

/// zlib's state, released also when unpacking throws.
struct gzip_stream::inflater {
    z_stream stream{};

    inflater() {
        constexpr int gzip_window = 15 + 16;  // the largest window; + 16: a gzip header and no other
        if (::inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
    }
    ~inflater() { ::inflateEnd(&stream); }
    inflater(inflater const&) = delete;
};

namespace {

/// zlib counts in 32 bits.
uInt counted(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

}  // namespace

gzip_stream::gzip_stream(std::string file) : file_(std::move(file)), inflater_(std::make_unique<inflater>()) {}
gzip_stream::~gzip_stream() = default;
gzip_stream::gzip_stream(gzip_stream&&) noexcept = default;

std::size_t gzip_stream::unpack(std::string_view& packed, std::span<char> out) {
    z_stream& stream = inflater_->stream;
    std::size_t written = 0;
    while (written < out.size()) {
        if (member_ended_) {
            if (packed.empty()) break;
            ::inflateReset(&stream);  // another member
            member_ended_ = false;
        }
        // zlib never writes to its input; the pointer is not const for compilers of old.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        stream.avail_in = counted(packed.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
        stream.avail_out = counted(out.size() - written);
        uInt const offered = stream.avail_in, room = stream.avail_out;
        int const status = ::inflate(&stream, Z_NO_FLUSH);
        packed.remove_prefix(offered - stream.avail_in);
        written += room - stream.avail_out;
        if (status == Z_STREAM_END)
            member_ended_ = true;
        else if (status == Z_BUF_ERROR || (status == Z_OK && packed.empty() && stream.avail_out > 0))
            break;  // it needs more
        else if (status != Z_OK)
            throw data_error({.file = file_, .what = "the gzip data are damaged", .remedy = "copy or pack the file again"});
    }
    return written;
}

void gzip_stream::finish() const {
    if (!member_ended_) throw data_error({.file = file_, .what = "the file ends within its gzip data", .remedy = "copy it again"});
}

std::string unpack_gzip(std::string_view file, std::string_view packed, std::size_t most) {
    gzip_stream stream{std::string(file)};
    std::string result;
    for (std::size_t used = 0;;) {
        if (used > most)
            throw data_error(
                {.file = std::string(file),
                 .what = fmt::format("unpacked it has more than {}, all that there is", in_bytes(static_cast<double>(most))),
                 .remedy = "use fewer rows"});
        constexpr std::size_t first = std::size_t{1} << 20;
        result.resize(std::min(most + 1, std::max(first, 2 * used)));
        used += stream.unpack(packed, std::span(result).subspan(used));
        if (used == result.size()) continue;
        stream.finish();
        result.resize(used);
        return result;
    }
}

}  // namespace firefly
