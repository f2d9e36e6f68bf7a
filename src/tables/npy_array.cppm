/// A mapped NPY file (numpy.lib.format, versions 1.0 to 3.0).
///
///     "\x93NUMPY" major minor, length of the header (2 bytes, 4 since version 2), header, elements
///
/// The header is a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. Read here: one or two
/// dimensions, either order of elements, little-endian floats of 4 and 8 bytes, integers of 1 to 8 bytes, booleans. Integers beyond
/// 2⁵³ are rounded to the nearest double. Sizes are checked against the length of the file before anything is allocated.
module;
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

module firefly.tables:npy_array;

import :number_array;

namespace firefly {

class npy_array final : public number_array {
public:
    /// Throws `data_error`.
    explicit npy_array(std::filesystem::path const& path);

    void copy(std::size_t first, std::size_t count, std::span<std::size_t const> columns, double* out,
              std::size_t width) const final;

private:
    /// Returns the header; what follows it become the elements.
    std::string_view split();
    void check_size() const;
    template <class Use>
    void with_element_type(Use use) const;

    std::string_view elements_;
    std::string type_;
    bool fortran_order_ = false;
};

}  // namespace firefly
