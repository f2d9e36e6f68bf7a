/// The header of a row store, as docs/store.md describes it: what its writer and its reader share.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

module firefly.data:store_format;

import firefly.core;
import firefly.files;

namespace firefly {

/// As PNG's: a transfer that changes line ends or drops the eighth bit is found at once.
inline constexpr std::string_view store_magic(
    "\x8a"
    "firefly row\r\n\x1a\n",
    16);
/// Version 1 did not count the rows that were dropped. Version 2 has neither a formula nor times, and is what is written where there are none, so that
/// older programs read it.
inline constexpr std::uint32_t store_version = 3, plain_version = 2;
inline constexpr std::uint32_t byte_order = 0x01020304, other_order = 0x04030201;
/// Rows begin at a page boundary: a row of less than a page then lies in two pages at most.
inline constexpr std::size_t header_size = 4096;

/// Behind the magic, in this order and without gaps; zeros fill the page up to its last eight bytes, which are its checksum.
struct store_header {
    std::uint32_t order = byte_order;
    std::uint32_t version = plain_version;
    std::uint32_t element = 0;
    std::uint32_t rows_in_block = block_rows;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t stride = 0;
    std::uint64_t rows_at = header_size;
    std::uint64_t checksums_at = 0;
    std::uint64_t names_at = 0;
    std::uint64_t names_size = 0;
    std::uint64_t behind_rows = 0;  // checksum of what follows the rows
    std::uint64_t dropped = 0;      // zero in version 1
};
static_assert(sizeof(store_header) == 4 * 4 + 9 * 8);

inline std::uint64_t sum_of(std::string_view bytes) {
    checksum sum;
    sum.add(bytes);
    return sum.value();
}

inline std::string header_page(store_header const& header) {
    std::string page(store_magic);
    page.append(reinterpret_cast<char const*>(&header), sizeof header);
    page.resize(header_size - 8);
    std::uint64_t const sum = sum_of(page);
    page.append(reinterpret_cast<char const*>(&sum), sizeof sum);
    return page;
}

}  // namespace firefly
