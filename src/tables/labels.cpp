module;
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :cells;
import :labels;

namespace firefly {

label_coder::label_coder(column_place column, use used) : column_(std::move(column)), used_(used) {}

label_coder::label_coder(column_place column, use used, known_levels const& known)
    : column_(std::move(column)), used_(used), known_(known) {
    for (std::size_t i = 0; i < known.levels.size(); ++i) {
        codes_.emplace(known.levels[i], static_cast<double>(i));
        all_numbers_ = all_numbers_ && parse_number(known.levels[i]);
    }
}

double label_coder::add(std::string_view label) {
    if (known_) return find_known(label);
    if (codes_.size() == most(used_)) {
        bool const classes = used_ == use::classes;
        throw data_error(
            {.file = column_.file,
             .column = column_.name,
             .what = fmt::format("{} has more than {} {}", column_.called, most(used_), classes ? "classes" : "levels"),
             .remedy = classes                ? "read it as numbers, or choose another target"
                       : used_ == use::groups ? "leave the group out"
                                              : "do not make it categorical",
             .setting = used_ == use::categories ? "one_hot" : ""});
    }
    return codes_.emplace(label, static_cast<double>(codes_.size())).first->second;
}

/// Another spelling of a known number, or the level that others are taken for.
double label_coder::find_known(std::string_view label) const {
    if (auto const number = all_numbers_ ? parse_number(label) : std::nullopt)
        for (std::size_t i = 0; i < known_->levels.size(); ++i)
            if (parse_number(known_->levels[i]) == number) return static_cast<double>(i);
    return known_->unseen_as ? static_cast<double>(*known_->unseen_as) : -1;
}

double label_coder::code(double value) {
    auto const found = number_codes_.find(value);
    if (found != number_codes_.end()) return found->second;
    double const result = code(fmt::format("{}", value));
    if (number_codes_.size() < most(used_)) number_codes_.emplace(value, result);
    return result;
}

data_fault label_coder::unknown(std::string_view label, cell_position at) const {
    bool const classes = used_ == use::classes;
    return cell_fault(column_, at,
                      fmt::format("is {}, which is none of the known {}", in_quotes(label), classes ? "classes" : "levels"),
                      fmt::format("there are {}", list_in_quotes(known_->levels)), classes ? "classes" : "levels");
}

void label_coder::see(double const* codes, std::size_t count, std::size_t stride) {
    seen_.resize(codes_.size());
    for (std::size_t i = 0; i < count; ++i) seen_[static_cast<std::size_t>(codes[i * stride])] = true;
}

coded_column label_coder::sorted() const {
    coded_column result{column_.name};
    if (known_) {
        result.levels = known_->levels;
        for (std::size_t i = 0; i < result.levels.size(); ++i) result.level_of.push_back(static_cast<double>(i));
        return result;
    }
    struct entry {
        std::string const* name;
        double code;
        double value;
    };
    std::vector<entry> entries;
    bool numbers = true;
    for (auto const& [name, code] : codes_) {
        auto const place = static_cast<std::size_t>(code);
        if (place >= seen_.size() || !seen_[place]) continue;
        auto const value = parse_number(name);
        numbers = numbers && value;
        entries.push_back({&name, code, value.value_or(0)});
    }
    // The map is in lexicographical order already. Ties by appearance: the first spelling of a number becomes its name.
    if (numbers) std::ranges::sort(entries, {}, [](entry const& e) { return std::pair(e.value, e.code); });

    result.level_of.resize(codes_.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        bool const same = numbers && i > 0 && entries[i].value == entries[i - 1].value;
        if (!same) result.levels.push_back(*entries[i].name);
        result.level_of[static_cast<std::size_t>(entries[i].code)] = static_cast<double>(result.levels.size() - 1);
    }
    return result;
}

void label_coder::check_classes(std::optional<std::size_t> class_count) const {
    auto const classes = sorted().levels;
    auto const refuse = [&](std::string_view has, std::string remedy) {
        throw data_error(cell_fault(column_, {}, has, std::move(remedy)));
    };
    if (classes.size() == 1) refuse(fmt::format("has one class only, {}", in_quotes(classes[0])), "add rows of another class");
    if (class_count && classes.size() != *class_count)
        refuse(fmt::format("has {} classes ({}) where the model takes {}", classes.size(), list_in_quotes(classes), *class_count),
               "choose another target or model");
}

}  // namespace firefly
