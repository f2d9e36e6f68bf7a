module;
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
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

namespace firefly {

namespace {

/// As PNG's: a transfer that changes line ends or drops the eighth bit is found at once.
constexpr std::string_view magic(
    "\x8a"
    "firefly row\r\n\x1a\n",
    16);
constexpr std::uint32_t version = 1;
constexpr std::uint32_t byte_order = 0x01020304, other_order = 0x04030201;
/// Rows begin at a page boundary: a row of less than a page then lies in two pages at most.
constexpr std::size_t header_size = 4096;

/// Behind the magic, in this order and without gaps; zeros fill the page up to its last eight bytes, which are its checksum.
struct store_header {
    std::uint32_t order = byte_order;
    std::uint32_t version = firefly::version;
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
};
static_assert(sizeof(store_header) == 4 * 4 + 8 * 8);

std::uint64_t sum_of(std::string_view bytes) {
    checksum sum;
    sum.add(bytes);
    return sum.value();
}

std::string header_page(store_header const& header) {
    std::string page(magic);
    page.append(reinterpret_cast<char const*>(&header), sizeof header);
    page.resize(header_size - 8);
    std::uint64_t const sum = sum_of(page);
    page.append(reinterpret_cast<char const*>(&sum), sizeof sum);
    return page;
}

std::string packed(store_names const& names) {
    byte_writer out;
    out.put(names.target);
    out.put(names.classes);
    out.put(names.class_of);
    for (auto const& [name, levels, level_of] : names.columns) {
        out.put(name);
        out.put(levels);
        out.put(level_of);
    }
    return out.bytes();
}

/// Codes lead to one of so many.
bool are_places(std::vector<double> const& places, std::size_t count) {
    return places.empty() == (count == 0) && std::ranges::all_of(places, [&](double place) {
               return place >= 0 && place < static_cast<double>(count) && place == std::floor(place);
           });
}

store_names unpacked(std::string_view bytes, std::size_t columns) {
    byte_reader in(bytes);
    store_names names;
    in.get(names.target);
    in.get(names.classes);
    in.get(names.class_of);
    bool good = are_places(names.class_of, names.classes.size());
    for (std::size_t i = 0; i < columns; ++i) {
        store_column column;
        in.get(column.name);
        in.get(column.levels);
        in.get(column.level_of);
        good = good && are_places(column.level_of, column.levels.size());
        names.columns.push_back(std::move(column));
    }
    if (!good || !in.at_end()) throw data_error("");
    return names;
}

}  // namespace

// ---- writing ----

row_store_writer::row_store_writer(std::filesystem::path const& path, std::size_t columns, bool in_four_bytes)
    : file_(path), size_{0, columns, in_four_bytes ? std::size_t{4} : std::size_t{8}}, record_(size_.stride() / 8) {
    file_.write(std::string(header_size, '\0'));
}

void row_store_writer::append(vector_view features, vector_view target) {
    for (std::size_t i = 0; i < target.size(); ++i) {
        double const* const from = features.data() + i * size_.columns;
        char* const to = reinterpret_cast<char*>(record_.data());
        std::memcpy(to, &target[i], 8);
        if (size_.element == 8) {
            std::memcpy(to + 8, from, 8 * size_.columns);
        } else {
            for (std::size_t j = 0; j < size_.columns; ++j) {
                float const rounded = static_cast<float>(from[j]);
                if (!std::isfinite(rounded))
                    throw data_error(
                        fmt::format("--float32: row {}, column {} is beyond what four bytes can hold ({}); leave "
                                    "--float32 out, or rescale the column",
                                    size_.rows + 1, j + 1, from[j]));
                std::memcpy(to + 8 + 4 * j, &rounded, 4);
            }
        }
        for (std::uint64_t const word : record_) block_.add(word);
        file_.write({to, size_.stride()});
        if (++size_.rows % block_rows == 0) close_block();
    }
}

void row_store_writer::close_block() {
    blocks_.push_back(std::exchange(block_, checksum()).value());
}

void row_store_writer::finish(store_names const& names) {
    if (size_.rows % block_rows != 0) close_block();
    std::string behind(reinterpret_cast<char const*>(blocks_.data()), 8 * blocks_.size());
    store_header header;
    header.element = static_cast<std::uint32_t>(size_.element);
    header.rows = size_.rows;
    header.columns = size_.columns;
    header.stride = size_.stride();
    header.checksums_at = file_.position();
    header.names_at = header.checksums_at + behind.size();
    std::string const text = packed(names);
    header.names_size = text.size();
    behind += text;
    header.behind_rows = sum_of(behind);
    file_.write(behind);
    file_.overwrite(0, header_page(header));
    file_.commit();
}

void row_store_writer::discard() {
    file_.discard();
}

// ---- reading ----

bool is_row_store(std::filesystem::path const& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;  // to look into a pipe would take from it
    std::string start(magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == magic;
}

struct row_store::mapping {
    std::string file;
    char const* in_order = nullptr;
    char const* anywhere = nullptr;
    std::size_t length = 0;
    std::size_t stride = 0;
    store_size size;
    store_names names;
    std::span<std::uint64_t const> checksums;
    std::uint64_t hash = 0;
    mutable std::vector<std::atomic<bool>> checked;  // which blocks

    explicit mapping(std::filesystem::path const& path) : file(path.string()) {}
    ~mapping() {
        for (char const* const start : {in_order, anywhere})
            if (start) ::munmap(const_cast<char*>(start), length);
    }
    mapping(mapping const&) = delete;

    [[noreturn]] void refuse(std::string_view what) const { throw data_error(fmt::format("{}: {}", file, what)); }

    char const* map(int descriptor, int advice) const {
        void* const start = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor, 0);
        if (start == MAP_FAILED) throw data_error(cannot("mapped", file, errno));
        ::madvise(start, length, advice);
        return static_cast<char const*>(start);
    }

    void open() {
        int const descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) throw data_error(cannot("opened", file, errno));
        try {
            struct stat status{};
            if (::fstat(descriptor, &status) != 0) throw data_error(cannot("opened", file, errno));
            if (!S_ISREG(status.st_mode)) refuse("a store is mapped, which needs a regular file");
            length = static_cast<std::size_t>(status.st_size);
            if (length < magic.size()) refuse("this is no store; make one with firefly convert data.csv data.firefly");
            in_order = map(descriptor, MADV_SEQUENTIAL);
            anywhere = map(descriptor, MADV_RANDOM);
        } catch (...) {
            ::close(descriptor);
            throw;
        }
        ::close(descriptor);
    }

    store_header check_header() const {
        constexpr std::string_view again = "copy the file again, or convert the data again";
        std::string_view const page(anywhere, std::min(length, header_size));
        if (!page.starts_with(magic)) refuse("this is no store; make one with firefly convert data.csv data.firefly");
        if (page.size() < header_size) refuse(fmt::format("the file ends within its header; {}", again));
        store_header header;
        std::memcpy(&header, page.data() + magic.size(), sizeof header);
        if (header.order == other_order)
            refuse("the store was made on a machine that orders bytes otherwise; convert the data on this one");
        if (header.order == byte_order && header.version > version)
            refuse(fmt::format(
                "the store is of version {} where this firefly knows {}; use a newer firefly, or convert the data again",
                header.version, version));
        if (header_page(header) != page) refuse(fmt::format("its header is damaged; {}", again));

        // By division: a product may overflow. What passed the checksum and fails here was made by somebody else.
        std::size_t const behind_header = length - header_size;
        bool const sane = header.order == byte_order && header.version == version && header.rows_in_block == block_rows &&
                          (header.element == 4 || header.element == 8) && header.rows > 0 && header.rows_at == header_size &&
                          header.columns < (std::uint64_t{1} << 40) &&
                          header.stride == store_size{0, header.columns, header.element}.stride();
        if (!sane) refuse(fmt::format("its header contradicts itself; {}", again));
        bool const rows_fit = header.rows <= behind_header / header.stride;
        std::size_t const expected = rows_fit ? header_size + header.rows * header.stride : 0;
        bool const fits = rows_fit && header.checksums_at == expected && header.names_at == expected + 8 * blocks_of(header.rows) &&
                          header.names_at <= length && header.names_size <= length - header.names_at;
        if (!fits) refuse(fmt::format("the file is shorter than its header says; {}", again));
        if (length != header.names_at + header.names_size)
            refuse(fmt::format("the file is longer than its header says; {}", again));
        std::string_view const behind(anywhere + header.checksums_at, length - header.checksums_at);
        if (sum_of(behind) != header.behind_rows) refuse(fmt::format("its checksums or names are damaged; {}", again));
        return header;
    }

    void read() {
        store_header const header = check_header();
        size = {header.rows, header.columns, header.element};
        stride = size.stride();
        checksums = {reinterpret_cast<std::uint64_t const*>(anywhere + header.checksums_at), blocks_of(header.rows)};
        try {
            names = unpacked({anywhere + header.names_at, header.names_size}, header.columns);
        } catch (data_error const&) { refuse("its names cannot be read; convert the data again"); }
        std::memcpy(&hash, anywhere + header_size - 8, 8);
        checked = std::vector<std::atomic<bool>>(checksums.size());
    }
};

row_store::row_store(std::filesystem::path const& path) {
    auto opened = std::make_shared<mapping>(path);
    opened->open();
    opened->read();
    mapping_ = std::move(opened);
}

std::string const& row_store::file() const {
    return mapping_->file;
}

store_size const& row_store::size() const {
    return mapping_->size;
}

store_names const& row_store::names() const {
    return mapping_->names;
}

std::uint64_t row_store::hash() const {
    return mapping_->hash;
}

void row_store::check_block(std::size_t i) const {
    // Threads that come at once look twice and find the same.
    auto& checked = mapping_->checked[i];
    if (checked.load(std::memory_order_relaxed)) return;
    row_index const first = i * block_rows, count = std::min(block_rows, size().rows - first);
    auto const* const words = reinterpret_cast<std::uint64_t const*>(in_order(first));
    checksum sum;
    for (std::size_t k = 0; k < count * mapping_->stride / 8; ++k) sum.add(words[k]);
    if (sum.value() != mapping_->checksums[i])
        mapping_->refuse(fmt::format("rows {} to {} are not as they were written; copy the file again, or convert the data again",
                                     first + 1, first + count));
    checked.store(true, std::memory_order_relaxed);
}

char const* row_store::in_order(row_index n) const {
    return mapping_->in_order + header_size + n * mapping_->stride;
}

char const* row_store::anywhere(row_index n) const {
    return mapping_->anywhere + header_size + n * mapping_->stride;
}

void row_store::read_ahead(std::span<row_index const> indices) const {
    static std::size_t const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    for (row_index const n : indices) {
        std::size_t const at = header_size + n * mapping_->stride, start = at / page * page;
        ::madvise(const_cast<char*>(mapping_->anywhere) + start, at + mapping_->stride - start, MADV_WILLNEED);
    }
}

}  // namespace firefly
