module;
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

module firefly.files;

import firefly.numeric;
import :gzip;
import :system_fault;

namespace firefly {

text_window::text_window(std::string_view all) : text_(all) {}

text_window::text_window(std::filesystem::path const& path, text_encoding encoding) : path_(path), encoding_(encoding) {
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) throw data_error(system_fault("opened", path, errno));
    try {
        ::posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
        buffer_.resize(size);
        std::size_t const count = read(buffer_.data(), longest_record);
        if (!is_gzip({buffer_.data(), count})) {
            std::size_t const used = convert(0, count);
            text_ = {buffer_.data(), used};
        } else {
            gzip_ = std::make_unique<gzip_stream>(path.string());
            packed_ = buffer_.substr(0, count);
            packed_left_ = packed_;
        }
        move_on(text_.size());
    } catch (...) {
        ::close(file_);  // what throws in its constructor is never destroyed
        throw;
    }
}

text_window::~text_window() {
    if (file_ >= 0) ::close(file_);
}

/// As many as were asked for, or all that there are.
std::size_t text_window::read(char* out, std::size_t count) const {
    std::size_t used = 0;
    while (used < count) {
        auto const got = uninterrupted([&] { return ::read(file_, out + used, count - used); });
        if (got < 0) throw data_error(system_fault("read", path_, errno));
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
    }
    return used;
}

/// Makes UTF-8 of the bytes of the buffer from `first` on; returns where they end then.
std::size_t text_window::convert(std::size_t first, std::size_t last) {
    if (encoding_ == text_encoding::utf8) return last;
    std::string const converted = from_latin1(std::string_view(buffer_).substr(first, last - first));
    last = first + converted.size();
    if (last > buffer_.size()) buffer_.resize(last);
    converted.copy(buffer_.data() + first, converted.size());
    return last;
}

void text_window::move_on(std::size_t left) {
    if (left > 0) std::memmove(buffer_.data(), text_.data() + text_.size() - left, left);
    std::size_t used = left;
    bool ended = false;
    while (used < size && !ended) {
        if (!gzip_) {
            used += read(buffer_.data() + used, size - used);
            ended = used < size;
            continue;
        }
        if (packed_left_.empty()) {
            packed_.resize(longest_record);
            packed_.resize(read(packed_.data(), packed_.size()));
            packed_left_ = packed_;
        }
        bool const last = packed_left_.empty();
        std::size_t const got = gzip_->unpack(packed_left_, std::span(buffer_).subspan(used));
        used += got;
        ended = last && got == 0;
    }
    if (ended) {
        if (gzip_) gzip_->finish();
        ::close(std::exchange(file_, -1));
    }
    used = convert(left, used);
    text_ = {buffer_.data(), used};
}

}  // namespace firefly
