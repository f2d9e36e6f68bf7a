module;
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :npy_array;
import :number_array;

namespace firefly {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they lie in the file");

struct npy_header {
    std::string type;
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
};

/// Reads the dictionary, and no more Python than NumPy writes there.
class header_parser {
public:
    header_parser(std::string const& file, std::string_view text) : file_(file), left_(text) {}

    npy_header parse() {
        npy_header header;
        bool type = false, order = false, shape = false;
        expect("{");
        while (!accept("}")) {
            auto const key = take_string();
            expect(":");
            if (key == "descr" && !std::exchange(type, true))
                header.type = take_type();
            else if (key == "fortran_order" && !std::exchange(order, true))
                header.fortran_order = take_bool();
            else if (key == "shape" && !std::exchange(shape, true))
                header.shape = take_shape();
            else
                malformed();
            if (accept("}")) break;
            expect(",");
        }
        if (!type || !order || !shape) malformed();
        return header;
    }

private:
    [[noreturn]] void malformed() const {
        throw data_error({.file = file_, .what = "the NPY header is malformed", .remedy = "save the array again with numpy.save"});
    }

    void skip_blanks() { left_.remove_prefix(std::min(left_.find_first_not_of(" \n"), left_.size())); }

    bool accept(std::string_view token) {
        skip_blanks();
        if (!left_.starts_with(token)) return false;
        left_.remove_prefix(token.size());
        return true;
    }

    void expect(std::string_view token) {
        if (!accept(token)) malformed();
    }

    std::string take_string() {
        expect("'");
        auto const close = left_.find('\'');
        if (close == std::string_view::npos) malformed();
        std::string const result(left_.substr(0, close));
        left_.remove_prefix(close + 1);
        return result;
    }

    std::string take_type() {
        if (accept("["))
            throw data_error({.file = file_, .what = "the array has named fields", .remedy = "save a plain array of numbers"});
        return take_string();
    }

    bool take_bool() {
        if (accept("True")) return true;
        expect("False");
        return false;
    }

    std::vector<std::uint64_t> take_shape() {
        std::vector<std::uint64_t> shape;
        expect("(");
        while (!accept(")")) {
            skip_blanks();
            std::uint64_t extent = 0;
            auto const [end, failure] = std::from_chars(left_.data(), left_.data() + left_.size(), extent);
            if (failure != std::errc{}) malformed();
            left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
            shape.push_back(extent);
            if (accept(")")) break;
            expect(",");
        }
        return shape;
    }

    std::string const& file_;
    std::string_view left_;
};

}  // namespace

npy_array::npy_array(std::filesystem::path const& path) : number_array(path) {
    auto const header = header_parser(file_, split()).parse();
    if (header.shape.empty() || header.shape.size() > 2)
        refuse(fmt::format("the array has {} dimensions", header.shape.size()), "save one with rows and columns");
    type_ = header.type;
    fortran_order_ = header.fortran_order;
    rows_ = header.shape[0];
    columns_ = header.shape.size() == 2 ? header.shape[1] : 1;
    check_size();
}

std::string_view npy_array::split() {
    auto const text = bytes_.text();
    if (!text.starts_with("\x93NUMPY")) refuse("this is no NPY file", "save the array with numpy.save");
    constexpr std::size_t version_end = 8;
    if (text.size() < version_end + 4) refuse("the file ends within the header", "copy or save it again");
    int const major = static_cast<unsigned char>(text[6]);
    if (major < 1 || major > 3) refuse(fmt::format("NPY version {} is not known", major), "save it as version 1.0");
    std::uint32_t length = 0;
    std::size_t const length_size = major == 1 ? 2 : 4;
    std::memcpy(&length, text.data() + version_end, length_size);
    std::size_t const start = version_end + length_size;
    if (length > text.size() - start) refuse("the file ends within the header", "copy or save it again");
    elements_ = text.substr(start + length);
    return text.substr(start, length);
}

/// Calls `use` with a zero of the element's type.
template <class Use>
void npy_array::with_element_type(Use use) const {
    if (type_ == "<f8") return use(double{});
    if (type_ == "<f4") return use(float{});
    if (type_ == "|i1") return use(std::int8_t{});
    if (type_ == "<i2") return use(std::int16_t{});
    if (type_ == "<i4") return use(std::int32_t{});
    if (type_ == "<i8") return use(std::int64_t{});
    if (type_ == "|u1" || type_ == "|b1") return use(std::uint8_t{});
    if (type_ == "<u2") return use(std::uint16_t{});
    if (type_ == "<u4") return use(std::uint32_t{});
    if (type_ == "<u8") return use(std::uint64_t{});
    refuse(fmt::format("elements of type {} cannot be read", in_quotes(type_)), "save array.astype('<f8')");
}

void npy_array::check_size() const {
    if (rows_ == 0 || columns_ == 0) refuse("the array is empty", "save one that has rows");
    std::size_t element_size = 0;
    with_element_type([&]<class T>(T) { element_size = sizeof(T); });
    // By division: the product of the three may overflow.
    std::size_t const count = elements_.size() / element_size;
    bool const too_short = columns_ > count || rows_ > count / columns_;
    if (too_short || elements_.size() != rows_ * columns_ * element_size)
        refuse(fmt::format("the file has {} bytes than its header says ({} × {} elements of {} bytes)",
                           too_short ? "fewer" : "more", rows_, columns_, element_size),
               "copy or save it again");
}

void npy_array::copy(std::size_t first, std::size_t count, std::span<std::size_t const> columns, double* out,
                     std::size_t width) const {
    std::size_t const row_step = fortran_order_ ? 1 : columns_;
    std::size_t const column_step = fortran_order_ ? rows_ : 1;
    with_element_type([&]<class T>(T element) {
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < columns.size(); ++j) {
                std::size_t const position = (first + i) * row_step + columns[j] * column_step;
                std::memcpy(&element, elements_.data() + position * sizeof(T), sizeof(T));  // may lie unaligned
                out[i * width + j] = static_cast<double>(element);
            }
        }
    });
}

}  // namespace firefly
