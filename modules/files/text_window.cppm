/// A part of a text file that moves on: files of any size in a few megabytes of memory.
///
/// A regular file, a pipe, or either packed with gzip. Bytes are read and not mapped: a mapping would count as memory until it is let go,
/// and cannot be made of what is packed. A text that is in memory already is a window, too, that shows all of it. A file that is Latin-1 is shown
/// as UTF-8.
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

export module firefly.files:text_window;

import :unicode;

namespace firefly {

class gzip_stream;

/// The part of a text that is in memory.
export class text_window {
public:
    /// Records are shorter than this: whoever has fewer bytes left before a record moves on first.
    static constexpr std::size_t longest_record = std::size_t{4} << 20;

    explicit text_window(std::string_view all);
    /// Throws `data_error` when the file cannot be opened or read.
    explicit text_window(std::filesystem::path const& path, text_encoding encoding = text_encoding::utf8);
    ~text_window();
    text_window(text_window const&) = delete;

    inline std::string_view text() const { return text_; }

    /// Whether nothing follows.
    inline bool is_last() const { return file_ < 0; }

    /// Whether the window should move on before a record is read that starts where `left` bytes remain.
    inline bool is_due(std::size_t left) const { return left < longest_record && !is_last(); }

    /// Forgets all but the last `left` bytes and shows those that follow. What it showed before is gone. Throws `data_error`.
    void move_on(std::size_t left);

private:
    static constexpr std::size_t size = 4 * longest_record;

    std::size_t read(char* out, std::size_t count) const;
    std::size_t convert(std::size_t first, std::size_t last);

    std::filesystem::path path_;
    text_encoding encoding_ = text_encoding::utf8;
    int file_ = -1;
    std::unique_ptr<gzip_stream> gzip_;  // of a packed file
    std::string packed_;                 // of a packed file: what was read last
    std::string_view packed_left_;
    std::string buffer_;
    std::string_view text_;
};

}  // namespace firefly
