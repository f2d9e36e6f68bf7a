module;
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

std::optional<data_format> format_of_name(std::string_view name) {
    using enum data_format;
    constexpr std::array<std::pair<std::string_view, data_format>, 7> ends{{{".csv", csv},
                                                                            {".npy", npy},
                                                                            {".idx", idx},
                                                                            {"-ubyte", idx},
                                                                            {".libsvm", libsvm},
                                                                            {".svm", libsvm},
                                                                            {".svmlight", libsvm}}};
    std::string lower(name);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
    for (auto const& [end, format] : ends)
        if (lower.ends_with(end)) return format;
    return std::nullopt;
}

data_format format_of(std::filesystem::path const& path, std::optional<data_format> said) {
    if (said) return *said;
    if (auto const named = format_of_name(path.string())) return *named;
    throw data_error(
        fmt::format("{}: cannot tell the format from the name; use one that ends in .csv, .npy, .idx, -ubyte or .libsvm "
                    "(also with .gz), or give --format",
                    path.string()));
}

}  // namespace firefly
