module;
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;

namespace firefly {

label_coder::label_coder(std::string column) : column_(std::move(column)) {}

std::size_t label_coder::add(std::string_view label) {
    if (codes_.size() == most)
        throw data_error(fmt::format("{} has more than {} classes; read it as numbers, or choose another target", column_, most));
    return codes_.emplace(label, codes_.size()).first->second;
}

std::vector<std::string> label_coder::finish(read_options const& options, vector_out target) const {
    struct entry {
        std::string const* name;
        std::size_t code;
        double value;
    };
    std::vector<entry> entries;
    bool numbers = true;
    for (auto const& [name, code] : codes_) {
        auto const value = parse_number(name);
        numbers = numbers && value;
        entries.push_back({&name, code, value.value_or(0)});
    }
    // The map is in lexicographical order already. Ties by appearance: the first spelling of a number becomes its name.
    if (numbers) std::ranges::sort(entries, {}, [](entry const& e) { return std::pair(e.value, e.code); });

    std::vector<std::string> names;
    std::vector<double> final_code(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        bool const same = numbers && i > 0 && entries[i].value == entries[i - 1].value;
        if (!same) names.push_back(*entries[i].name);
        final_code[entries[i].code] = static_cast<double>(names.size() - 1);
    }

    if (names.size() == 1)
        throw data_error(fmt::format("{} has one class only, {}; add rows of another class", column_, in_quotes(names[0])));
    if (options.class_count && names.size() != *options.class_count)
        throw data_error(fmt::format("{} has {} classes ({}) where the model takes {}; choose another target or model", column_,
                                     names.size(), list_in_quotes(names), *options.class_count));
    for (double& code : target) code = final_code[static_cast<std::size_t>(code)];
    return names;
}

}  // namespace firefly
