module;
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

module firefly.io;

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

}  // namespace firefly
