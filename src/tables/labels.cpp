module;
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

label_coder::label_coder(std::string column, std::string too_many) : column_(std::move(column)), too_many_(std::move(too_many)) {}

label_coder::label_coder(std::string column)
    : label_coder(std::move(column), fmt::format("more than {} classes; read it as numbers, or choose another target", most)) {}

std::size_t label_coder::add(std::string_view label) {
    if (codes_.size() == most) throw data_error(fmt::format("{} has {}", column_, too_many_));
    return codes_.emplace(label, codes_.size()).first->second;
}

double label_coder::code(double value) {
    auto const [known, fresh] = number_codes_.try_emplace(value, 0);
    if (fresh) known->second = code(fmt::format("{}", value));
    return known->second;
}

label_coder::sorted_labels label_coder::sort(vector_view codes, std::size_t stride) const {
    std::vector<bool> appears(codes_.size());
    for (std::size_t i = 0; i < codes.size(); i += stride) appears[static_cast<std::size_t>(codes[i])] = true;
    return sort(appears);
}

label_coder::sorted_labels label_coder::sort(std::vector<bool> const& appears) const {
    struct entry {
        std::string const* name;
        std::size_t code;
        double value;
    };
    std::vector<entry> entries;
    bool numbers = true;
    for (auto const& [name, code] : codes_) {
        if (code >= appears.size() || !appears[code]) continue;
        auto const value = parse_number(name);
        numbers = numbers && value;
        entries.push_back({&name, code, value.value_or(0)});
    }
    // The map is in lexicographical order already. Ties by appearance: the first spelling of a number becomes its name.
    if (numbers) std::ranges::sort(entries, {}, [](entry const& e) { return std::pair(e.value, e.code); });

    sorted_labels result{{}, std::vector<double>(codes_.size())};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        bool const same = numbers && i > 0 && entries[i].value == entries[i - 1].value;
        if (!same) result.names.push_back(*entries[i].name);
        result.position[entries[i].code] = static_cast<double>(result.names.size() - 1);
    }
    return result;
}

std::vector<std::string> label_coder::finish(read_options const& options, vector_out target) const {
    auto const [names, position] = sort(target, 1);
    check_classes(names, options);
    for (double& code : target) code = position[static_cast<std::size_t>(code)];
    return names;
}

void label_coder::check_classes(std::vector<std::string> const& names, read_options const& options) const {
    if (names.size() == 1)
        throw data_error(fmt::format("{} has one class only, {}; add rows of another class", column_, in_quotes(names[0])));
    if (options.class_count && names.size() != *options.class_count)
        throw data_error(fmt::format("{} has {} classes ({}) where the model takes {}; choose another target or model", column_,
                                     names.size(), list_in_quotes(names), *options.class_count));
}

}  // namespace firefly
