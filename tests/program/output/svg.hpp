/// What a picture is made of.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// What the attribute is of the n-th element, from 0, that has this class.
inline std::string attribute(std::string const& svg, std::string const& style, std::string const& name, std::size_t n = 0) {
    std::size_t at = svg.find("class=\"" + style + "\"");
    for (std::size_t i = 0; i < n && at != std::string::npos; ++i) at = svg.find("class=\"" + style + "\"", at + 1);
    if (at == std::string::npos) return {};
    at = svg.find(" " + name + "=\"", at) + name.size() + 3;
    return svg.substr(at, svg.find('"', at) - at);
}

/// The points of a path of lines.
inline std::vector<std::pair<double, double>> points_of(std::string path) {
    for (char& c : path)
        if (c == 'M' || c == 'L' || c == 'Z') c = ' ';
    std::istringstream numbers(path);
    std::vector<std::pair<double, double>> result;
    for (double x, y; numbers >> x >> y;) result.emplace_back(x, y);
    return result;
}
