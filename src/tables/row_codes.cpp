module;
#include <span>
#include <string>
#include <string_view>
#include <utility>

module firefly.tables;

import firefly.core;
import firefly.files;

namespace firefly {

row_codes make_codes(std::string_view file, std::string target, std::span<std::string const> names, column_choice const& choice,
                     read_options const& options) {
    return {label_coder(std::move(target)), category_columns(file, names, choice, options)};
}

}  // namespace firefly
