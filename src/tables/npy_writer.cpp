module;
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

npy_writer::npy_writer(std::filesystem::path const& path, std::size_t columns) : file_(path), columns_(columns) {
    file_.write(header());
}

std::string npy_writer::header() const {
    // 128 bytes in all: NumPy asks for a multiple of 64, and two numbers of 20 digits fit.
    constexpr std::size_t length = 128 - 10;
    std::string text = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows_, columns_);
    text.resize(length - 1, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length) + '\0' + text + '\n';
}

void npy_writer::append(std::span<double const> rows) {
    file_.write({reinterpret_cast<char const*>(rows.data()), rows.size_bytes()});
    rows_ += rows.size() / columns_;
}

void npy_writer::finish() {
    file_.overwrite(0, header());
    file_.commit();
}

void npy_writer::discard() {
    file_.discard();
}

}  // namespace firefly
