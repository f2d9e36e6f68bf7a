/// The text of a file, through a window or all of it at hand: see `reading`.
module;
#include <filesystem>
#include <memory>

module firefly.tables:text_source;

import firefly.files;
import :row_out;

namespace firefly {

class text_source {
public:
    /// Throws `data_error`.
    text_source(std::filesystem::path const& path, reading how)
        : whole_(how == reading::at_once ? std::make_unique<file_bytes>(path) : nullptr),
          window_(whole_ ? std::make_unique<text_window>(whole_->text()) : std::make_unique<text_window>(path)) {}

    inline text_window& window() const { return *window_; }
    inline bool is_whole() const { return whole_ != nullptr; }

private:
    std::unique_ptr<file_bytes const> whole_;
    std::unique_ptr<text_window> window_;
};

}  // namespace firefly
