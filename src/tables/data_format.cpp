module;
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :cells;

namespace firefly {

std::optional<data_format> format_of_name(std::string_view name) {
    using enum data_format;
    constexpr std::array<std::pair<std::string_view, data_format>, 8> ends{{{".csv", csv},
                                                                            {".npy", npy},
                                                                            {".idx", idx},
                                                                            {"-ubyte", idx},
                                                                            {".libsvm", libsvm},
                                                                            {".svm", libsvm},
                                                                            {".svmlight", libsvm},
                                                                            {".firefly", store}}};
    std::string lower = lower_case(name);
    if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
    for (auto const& [end, format] : ends)
        if (lower.ends_with(end)) return format;
    return std::nullopt;
}

data_format format_of(std::filesystem::path const& path, std::optional<data_format> said) {
    if (said) return *said;
    if (is_row_store(path)) return data_format::store;
    if (auto const named = format_of_name(path.string())) return *named;
    throw data_error({.file = path.string(),
                      .what = "cannot tell the format from the name",
                      .remedy = "use one that ends in .csv, .npy, .idx, -ubyte or .libsvm (also with .gz), or give the format",
                      .setting = "format"});
}

}  // namespace firefly
