module;
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

module firefly.io;

import firefly.external;
import firefly.core;
import firefly.data;

namespace firefly {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they lie in the file");

[[noreturn]] void refuse(std::string_view file, std::string_view what) {
    throw data_error(fmt::format("{}: {}", file, what));
}

struct npy_header {
    std::string type;
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
};

/// Reads the dictionary, and no more Python than NumPy writes there.
class header_parser {
public:
    header_parser(std::string_view file, std::string_view text) : file_(file), left_(text) {}

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
    [[noreturn]] void malformed() const { refuse(file_, "the NPY header is malformed; save the array again with numpy.save"); }

    bool accept(std::string_view token) {
        left_.remove_prefix(std::min(left_.find_first_not_of(" \n"), left_.size()));
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
        if (accept("[")) refuse(file_, "the array has named fields; save a plain array of numbers");
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
            accept("");  // blanks
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

    std::string_view file_;
    std::string_view left_;
};

/// Calls `use` with a zero of the element's type.
template <class Use>
void with_element_type(std::string_view file, std::string_view type, Use use) {
    if (type == "<f8") return use(double{});
    if (type == "<f4") return use(float{});
    if (type == "|i1") return use(std::int8_t{});
    if (type == "<i2") return use(std::int16_t{});
    if (type == "<i4") return use(std::int32_t{});
    if (type == "<i8") return use(std::int64_t{});
    if (type == "|u1" || type == "|b1") return use(std::uint8_t{});
    if (type == "<u2") return use(std::uint16_t{});
    if (type == "<u4") return use(std::uint32_t{});
    if (type == "<u8") return use(std::uint64_t{});
    refuse(file, fmt::format("elements of type {} cannot be read; save array.astype('<f8')", in_quotes(type)));
}

/// A mapped array of rows × columns.
class npy_array {
public:
    explicit npy_array(std::filesystem::path const& path) : file_(path.string()), bytes_(path) {
        auto const [header, elements] = split(bytes_.text());
        auto const parsed = header_parser(file_, header).parse();
        type_ = parsed.type;
        elements_ = elements;
        fortran_order_ = parsed.fortran_order;
        if (parsed.shape.empty() || parsed.shape.size() > 2)
            refuse(file_, fmt::format("the array has {} dimensions; save one with rows and columns", parsed.shape.size()));
        rows_ = parsed.shape[0];
        columns_ = parsed.shape.size() == 2 ? parsed.shape[1] : 1;
        if (rows_ == 0 || columns_ == 0) refuse(file_, "the array is empty; save one that has rows");
        with_element_type(file_, type_, [&]<class T>(T) { check_size(sizeof(T)); });
    }

    std::string const& file() const { return file_; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }

    /// Some columns, row by row, to rows of `width` doubles.
    void copy(std::span<std::size_t const> columns, double* out, std::size_t width) const {
        std::size_t const row_step = fortran_order_ ? 1 : columns_;
        std::size_t const column_step = fortran_order_ ? rows_ : 1;
        with_element_type(file_, type_, [&]<class T>(T element) {
            for (std::size_t i = 0; i < rows_; ++i, out += width) {
                for (std::size_t j = 0; j < columns.size(); ++j) {
                    std::size_t const position = i * row_step + columns[j] * column_step;
                    std::memcpy(&element, elements_.data() + position * sizeof(T), sizeof(T));  // may lie unaligned
                    out[j] = static_cast<double>(element);
                }
            }
        });
    }

private:
    struct parts {
        std::string_view header, elements;
    };

    parts split(std::string_view text) const {
        if (!text.starts_with("\x93NUMPY")) refuse(file_, "this is no NPY file; save the array with numpy.save");
        constexpr std::size_t magic = 8;
        if (text.size() < magic + 4) refuse(file_, "the file ends within the header; copy or save it again");
        int const major = text[6];
        if (major < 1 || major > 3) refuse(file_, fmt::format("NPY version {} is not known; save it as version 1.0", major));
        std::uint32_t length = 0;
        std::size_t const length_size = major == 1 ? 2 : 4;
        std::memcpy(&length, text.data() + magic, length_size);
        std::size_t const start = magic + length_size;
        if (length > text.size() - start) refuse(file_, "the file ends within the header; copy or save it again");
        return {text.substr(start, length), text.substr(start + length)};
    }

    /// By division: rows × columns × size may overflow.
    void check_size(std::size_t element_size) const {
        std::size_t const count = elements_.size() / element_size;
        bool const too_short = columns_ > count || rows_ > count / columns_;
        if (too_short || elements_.size() != rows_ * columns_ * element_size)
            refuse(file_, fmt::format("the file has {} bytes than its header says ({} × {} elements of {} bytes); copy or save it again",
                                      too_short ? "fewer" : "more", rows_, columns_, element_size));
    }

    std::string file_;
    file_bytes bytes_;
    std::string type_;
    std::string_view elements_;
    bool fortran_order_ = false;
    std::size_t rows_ = 0, columns_ = 0;
};

void require_finite(npy_array const& array, std::span<std::size_t const> columns, double const* values, std::size_t width) {
    for (std::size_t i = 0; i < array.rows(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
            if (double const value = values[i * width + j]; !std::isfinite(value))
                refuse(array.file(), fmt::format("row {}, column {} is {}; remove the row or fill the cell", i + 1, columns[j] + 1,
                                                 std::isnan(value) ? "NaN" : "infinite"));
}

void copy_finite(npy_array const& array, std::span<std::size_t const> columns, double* out, std::size_t width) {
    array.copy(columns, out, width);
    require_finite(array, columns, out, width);
}

/// The target's column of this array, as numbers or classes.
void read_target(npy_array const& array, std::size_t column, read_options const& options, data_set& data) {
    copy_finite(array, std::span(&column, 1), data.target.data(), 1);
    if (options.kind == target_kind::numeric) return;
    label_coder labels(fmt::format("{}: column {}", array.file(), column + 1));
    std::unordered_map<double, double> codes;  // so that a value is formatted once
    for (double& value : data.target) {
        auto const [known, fresh] = codes.try_emplace(value, 0);
        if (fresh) known->second = labels.code(fmt::format("{}", value));
        value = known->second;
    }
    data.labels = labels.finish(options, as_out(data.target));
}

}  // namespace

matrix read_npy(std::filesystem::path const& path) {
    npy_array const array(path);
    std::vector<std::size_t> columns(array.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    auto result = matrix::from_shape({array.rows(), array.columns()});
    array.copy(columns, result.data(), array.columns());
    return result;
}

data_set read_npy(std::filesystem::path const& path, read_options const& options) {
    npy_array const array(path);
    bool const separate = options.target.ends_with(".npy");
    auto const names = numbered_columns(array.columns());
    auto const choice =
        choose_columns(array.file(), names, separate ? std::nullopt : std::optional(options.target), options);
    auto data = make_data_set(names, choice, options, array.rows());
    copy_finite(array, choice.features, data.features.data() + options.intercept, data.columns.size());
    if (!separate) {
        read_target(array, *choice.target, options, data);
        return data;
    }
    npy_array const target(options.target);
    if (target.columns() != 1 || target.rows() != array.rows())
        refuse(target.file(), fmt::format("{} × {} targets for the {} rows of {}; save one for each row", target.rows(),
                                          target.columns(), array.rows(), array.file()));
    data.target_name = std::filesystem::path(options.target).stem().string();
    read_target(target, 0, options, data);
    return data;
}

}  // namespace firefly
