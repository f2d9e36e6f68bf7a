/// Class labels, of whatever values, to classes 0, 1, …, K − 1. Shared by all readers.
///
/// Labels get provisional codes in order of appearance while the file is read in one pass; `finish` then sorts them, numbers by
/// value and names lexicographically, and rewrites the codes. Numbers that are equal are one class: 1, 1.0 and 1e0.
module;
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

export module firefly.io:labels;

import firefly.core;
import :read_options;

namespace firefly {

class label_coder {
public:
    /// More distinct labels than this are taken for numbers that were not meant as classes.
    static constexpr std::size_t most = 1000;

    /// `column` is how messages name the target: `wells.csv: column "switched"`.
    explicit label_coder(std::string column);

    /// The provisional code of a label.
    inline double code(std::string_view label) {
        auto const known = codes_.find(label);
        return static_cast<double>(known != codes_.end() ? known->second : add(label));
    }

    /// Rewrites the codes in `target`; returns what the classes are called. Throws `data_error` on one class only, and when
    /// `class_count` says another number.
    std::vector<std::string> finish(read_options const& options, vector_out target) const;

private:
    std::size_t add(std::string_view label);

    std::string column_;
    std::map<std::string, std::size_t, std::less<>> codes_;
};

}  // namespace firefly
