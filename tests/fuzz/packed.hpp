/// gzip by zlib itself, for the fuzzers' seeds, and its parts for inputs that are only a body.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzzer.hpp"

/// What `compressor` makes of a text: `window` is zlib's word for the wrapping, 31 for gzip and −15 for none.
inline std::string deflated(std::string_view text, int window) {
    z_stream stream{};
    require(deflateInit2(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib");
    std::string result(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "packing");
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

inline std::string packed(std::string_view text) {
    return deflated(text, 15 + 16);
}
