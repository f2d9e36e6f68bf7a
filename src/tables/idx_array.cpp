module;
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :idx_array;
import :number_array;

namespace firefly {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are turned round as they are copied");

/// The number whose bytes, most significant first, start here.
template <class T>
T big_endian(char const* first) {
    std::array<char, sizeof(T)> bytes;
    std::reverse_copy(first, first + sizeof(T), bytes.begin());
    return std::bit_cast<T>(bytes);
}

}  // namespace

/// Calls `use` with a zero of the element's type.
template <class Use>
void idx_array::with_element_type(Use use) const {
    switch (type_) {
        case 8: return use(std::uint8_t{});
        case 9: return use(std::int8_t{});
        case 11: return use(std::int16_t{});
        case 12: return use(std::int32_t{});
        case 13: return use(float{});
        case 14: return use(double{});
        default: refuse(fmt::format("elements of IDX type {} are not known", type_), "there are 8, 9, 11, 12, 13 and 14");
    }
}

idx_array::idx_array(std::filesystem::path const& path) : number_array(path) {
    auto const text = bytes_.text();
    constexpr std::size_t magic_size = 4;
    if (!text.starts_with(std::string_view("\0\0", 2))) refuse("this is no IDX file: it does not begin with two zero bytes");
    if (text.size() < magic_size) refuse("the file ends within the header", "copy it again");
    type_ = static_cast<unsigned char>(text[2]);
    std::size_t element_size = 0;
    with_element_type([&]<class T>(T) { element_size = sizeof(T); });
    std::size_t const dimensions = static_cast<unsigned char>(text[3]);
    if (dimensions == 0) refuse("the array has no dimensions", "give one with rows");
    std::size_t const header_size = magic_size + sizeof(std::uint32_t) * dimensions;
    if (text.size() < header_size) refuse("the file ends within the header", "copy it again");
    elements_ = text.substr(header_size);

    auto const extent = [&](std::size_t i) {
        return big_endian<std::uint32_t>(text.data() + magic_size + sizeof(std::uint32_t) * i);
    };
    rows_ = extent(0);
    std::size_t left = elements_.size() / element_size;  // by division: the product of all may overflow
    bool empty = rows_ == 0, fits = !empty && rows_ <= left;
    if (fits) left /= rows_;
    for (std::size_t i = 1; i < dimensions; ++i) {
        std::size_t const size = extent(i);
        empty = empty || size == 0;
        fits = fits && size != 0 && size <= left;
        if (!fits) continue;
        columns_ *= size;
        left /= size;
    }
    if (empty) refuse("the array is empty", "give one that has rows");
    if (!fits || elements_.size() != rows_ * columns_ * element_size)
        refuse(fmt::format("the file has {} bytes than its header says", fits ? "more" : "fewer"), "copy it again");
}

void idx_array::copy(std::size_t first, std::size_t count, std::span<std::size_t const> columns, double* out,
                     std::size_t width) const {
    with_element_type([&]<class T>(T) {
        for (std::size_t i = 0; i < count; ++i) {
            char const* const row = elements_.data() + (first + i) * columns_ * sizeof(T);
            for (std::size_t j = 0; j < columns.size(); ++j)
                out[i * width + j] = static_cast<double>(big_endian<T>(row + columns[j] * sizeof(T)));
        }
    });
}

}  // namespace firefly
