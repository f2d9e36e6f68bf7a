/// The text of a file as UTF-8, through a window or all of it at hand: see `reading`.
module;
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

module firefly.tables:text_source;

import firefly.files;
import :row_out;

namespace firefly {

class text_source {
public:
    /// Throws `data_error`.
    text_source(std::filesystem::path const& path, reading how, text_encoding encoding = text_encoding::utf8)
        : is_whole_(how == reading::at_once) {
        if (!is_whole_) {
            window_ = std::make_unique<text_window>(path, encoding);
        } else if (encoding == text_encoding::utf8) {
            bytes_ = std::make_unique<file_bytes>(path);
            window_ = std::make_unique<text_window>(bytes_->text());
        } else {
            converted_ = from_latin1(file_bytes(path).text());
            window_ = std::make_unique<text_window>(std::string_view(converted_));
        }
        if (std::error_code unknown; is_whole_ && std::filesystem::is_regular_file(path, unknown)) {
            place_ = std::make_unique<descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
            file_size_ = std::filesystem::file_size(path, unknown);
            left_ = size_ = whole_text().size();
        }
    }
    text_source(text_source const&) = delete;

    inline text_window& window() const { return *window_; }
    inline bool is_whole() const { return is_whole_; }

    /// Says where the reader of a whole file is, as the place of a descriptor: /proc/self/fdinfo has it, for whoever shows progress. What is mapped
    /// has no such place. Once per MiB; that it cannot be said is no harm.
    inline void tell(std::size_t left) {
        if (left + tell_every <= left_) tell_place(left);
    }

private:
    static constexpr std::size_t tell_every = std::size_t{1} << 20;

    std::string_view whole_text() const { return bytes_ ? bytes_->text() : std::string_view(converted_); }

    /// By its share: what is packed or converted has another size than the file.
    void tell_place(std::size_t left) {
        left_ = left;
        double const share = 1 - static_cast<double>(left) / static_cast<double>(size_);
        ::lseek(place_->number, static_cast<off_t>(share * static_cast<double>(file_size_)), SEEK_SET);
    }

    bool is_whole_;
    std::unique_ptr<descriptor> place_;
    std::size_t file_size_ = 0, size_ = 0, left_ = 0;  // bytes of the file, and of the text
    std::unique_ptr<file_bytes const> bytes_;          // of a whole file
    std::string converted_;                            // the same, where it is not UTF-8
    std::unique_ptr<text_window> window_;
};

}  // namespace firefly
