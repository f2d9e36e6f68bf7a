/// A mapped IDX file: arrays as MNIST's authors keep them (http://yann.lecun.com/exdb/mnist).
///
///     0 0 type dimensions, then for each dimension its size (4 bytes), then the elements: everything big-endian
///
/// The first dimension are the rows; the others are laid out one after the other as columns, so that 60000 × 28 × 28 images are
/// 60000 rows of 784 pixels. Types: bytes with (9) and without sign (8), integers of 2 (11) and 4 bytes (12), floats of 4 (13) and 8
/// bytes (14). Sizes are checked against the length of the file before anything is allocated.
module;
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

module firefly.tables:idx_array;

import :number_array;

namespace firefly {

class idx_array final : public number_array {
public:
    /// Throws `data_error`.
    explicit idx_array(std::filesystem::path const& path);

    void copy(std::size_t first, std::size_t count, std::span<std::size_t const> columns, double* out,
              std::size_t width) const final;

private:
    template <class Use>
    void with_element_type(Use use) const;

    std::string_view elements_;
    int type_ = 0;
};

}  // namespace firefly
