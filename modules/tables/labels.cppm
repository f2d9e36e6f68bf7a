/// Labels and categories, of whatever values, to numbers 0, 1, …, K − 1. Shared by all readers.
///
/// They get provisional codes in order of appearance while the file is read in one pass. Afterwards they are sorted, numbers by
/// value and names lexicographically, and the codes are rewritten. Numbers that are equal are one: 1, 1.0 and 1e0. What appeared
/// only in rows that were dropped is forgotten.
module;
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

export module firefly.tables:labels;

import firefly.core;
import :read_options;

namespace firefly {

class label_coder {
public:
    /// More distinct labels than this are taken for numbers that were not meant as classes.
    static constexpr std::size_t most = 1000;

    /// `column` is how messages name the column: `wells.csv: column "switched"`; `too_many` says what to do when there are more
    /// labels than are believed.
    label_coder(std::string column, std::string too_many);
    /// Of a target.
    explicit label_coder(std::string column);

    /// The provisional code of a label.
    inline double code(std::string_view label) {
        auto const known = codes_.find(label);
        return static_cast<double>(known != codes_.end() ? known->second : add(label));
    }
    /// The same of a number, which is written out when it appears for the first time only.
    double code(double value);

    struct sorted_labels {
        std::vector<std::string> names;
        std::vector<double> position;  // among the names, of each provisional code
    };

    /// Of those labels whose codes appear.
    sorted_labels sort(std::vector<bool> const& appears) const;
    /// The same where codes are at hand: every `stride`-th number is one.
    sorted_labels sort(vector_view codes, std::size_t stride) const;

    /// Rewrites the codes in `target`; returns what the classes are called. Throws as `check_classes`.
    std::vector<std::string> finish(read_options const& options, vector_out target) const;

    /// Throws `data_error` on one class only, and when `class_count` says another number.
    void check_classes(std::vector<std::string> const& names, read_options const& options) const;

private:
    std::size_t add(std::string_view label);

    std::string column_;
    std::string too_many_;
    std::map<std::string, std::size_t, std::less<>> codes_;
    std::unordered_map<double, double> number_codes_;
};

}  // namespace firefly
