/// The text of a file as UTF-8, through a window or all of it at hand: see `reading`.
module;
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

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
    }
    text_source(text_source const&) = delete;

    inline text_window& window() const { return *window_; }
    inline bool is_whole() const { return is_whole_; }

private:
    bool is_whole_;
    std::unique_ptr<file_bytes const> bytes_;  // of a whole file
    std::string converted_;                    // the same, where it is not UTF-8
    std::unique_ptr<text_window> window_;
};

}  // namespace firefly
