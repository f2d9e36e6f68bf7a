/// Labels and categories, of whatever values, to numbers 0, 1, …, K − 1. Shared by all readers.
///
/// They get provisional codes in order of appearance while files are read in one pass. Afterwards they are sorted, numbers by value and
/// names lexicographically. Numbers that are equal are one: 1, 1.0 and 1e0. What appeared only in rows that were dropped is forgotten.
///
/// Where the levels are known before, the code of a label is the place of its level, and a label that is none of them has no code.
module;
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

module firefly.tables:labels;

import firefly.core;
import firefly.data;
import :cells;
import :read_options;

namespace firefly {

class label_coder {
public:
    /// Groups are categories that do not become columns.
    enum class use { classes, categories, groups };

    /// More distinct labels than this are taken for numbers that were not meant as classes or levels.
    static constexpr std::size_t most(use used) { return used == use::groups ? 100'000 : 1000; }

    /// Of any labels.
    label_coder(column_place column, use used);
    /// Of these labels.
    label_coder(column_place column, use used, known_levels const& known);

    /// The code of a label; below zero for one that is none of the known levels. Throws `data_error` for too many labels.
    inline double code(std::string_view label) {
        auto const found = codes_.find(label);
        return found != codes_.end() ? found->second : add(label);
    }
    /// The same of a number, which is written out when it appears for the first time only.
    double code(double value);

    /// How many labels have a code.
    inline std::size_t size() const { return codes_.size(); }
    inline column_place const& column() const { return column_; }

    /// What is wrong with a label that has no code.
    data_fault unknown(std::string_view label, cell_position at) const;

    /// Codes that are in rows: every `stride`-th number is one.
    void see(double const* codes, std::size_t count, std::size_t stride);

    /// The labels that were seen, in their order, and the place of each code among them. All of them where they were known before.
    coded_column sorted() const;

    /// Throws `data_error` where one class only was seen, and where `class_count` says another number.
    void check_classes(std::optional<std::size_t> class_count) const;

private:
    double add(std::string_view label);
    double find_known(std::string_view label) const;

    column_place column_;
    use used_;
    std::optional<known_levels> known_;
    bool all_numbers_ = true;  // of the known ones
    std::map<std::string, double, std::less<>> codes_;
    std::unordered_map<double, double> number_codes_;
    std::vector<bool> seen_;
};

}  // namespace firefly
