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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.files;
import :store_format;

namespace firefly {

namespace {

/// Whether every code leads to one of `count` names.
bool are_places(std::vector<double> const& places, std::size_t count) {
    return places.empty() == (count == 0) && std::ranges::all_of(places, [&](double place) {
               return place >= 0 && place < static_cast<double>(count) && place == std::floor(place);
           });
}

store_names unpacked(std::string_view bytes, std::size_t columns, std::uint32_t version) {
    byte_reader in(bytes);
    store_names names;
    in.get(names.target);
    in.get(names.classes);
    in.get(names.class_of);
    bool good = are_places(names.class_of, names.classes.size());
    for (std::size_t i = 0; i < columns; ++i) {
        coded_column column;
        in.get(column.name);
        in.get(column.levels);
        in.get(column.level_of);
        good = good && are_places(column.level_of, column.levels.size());
        names.columns.push_back(std::move(column));
    }
    if (version == store_version) {
        in.get(names.formula);
        in.get(names.times);
    }
    if (!good || !in.at_end()) throw data_error("");
    return names;
}

}  // namespace

bool is_row_store(std::filesystem::path const& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;  // to look into a pipe would take from it
    std::string start(store_magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == store_magic;
}

struct row_store::mapping {
    std::string file;
    char const* in_order = nullptr;
    char const* anywhere = nullptr;
    std::size_t length = 0;
    std::size_t stride = 0;
    store_size size;
    store_names names;
    std::optional<row_index> dropped;
    std::span<std::uint64_t const> checksums;
    std::uint64_t hash = 0;
    mutable std::vector<std::atomic<bool>> checked;  // which blocks

    explicit mapping(std::filesystem::path const& path) : file(path.string()) {}
    ~mapping() {
        for (char const* const start : {in_order, anywhere})
            if (start) ::munmap(const_cast<char*>(start), length);
    }
    mapping(mapping const&) = delete;

    [[noreturn]] void refuse(std::string what, std::string remedy = "copy the file again, or convert the data again") const {
        throw data_error({.file = file, .what = std::move(what), .remedy = std::move(remedy)});
    }
    [[noreturn]] void refuse_system(std::string_view be_what) const {
        refuse(fmt::format("cannot be {}: {}", be_what, std::generic_category().message(errno)), "");
    }
    [[noreturn]] void refuse_other_file() const {
        throw data_error({.file = file, .what = "this is no store", .remedy = "make one of the data", .setting = "store"});
    }

    char const* map(descriptor const& from, int advice) const {
        void* const start = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, from.number, 0);
        if (start == MAP_FAILED) refuse_system("mapped");
        ::madvise(start, length, advice);
        return static_cast<char const*>(start);
    }

    void open() {
        descriptor const opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat status{};
        if (opened.number < 0 || ::fstat(opened.number, &status) != 0) refuse_system("opened");
        if (!S_ISREG(status.st_mode)) refuse("a store is mapped", "give a regular file");
        length = static_cast<std::size_t>(status.st_size);
        if (length < store_magic.size()) refuse_other_file();
        in_order = map(opened, MADV_SEQUENTIAL);
        anywhere = map(opened, MADV_RANDOM);
    }

    store_header check_header() const {
        std::string_view const page(anywhere, std::min(length, header_size));
        if (!page.starts_with(store_magic)) refuse_other_file();
        if (page.size() < header_size) refuse("the file ends within its header");
        store_header header;
        std::memcpy(&header, page.data() + store_magic.size(), sizeof header);
        if (header.order == other_order)
            refuse("the store was made on a machine that orders bytes otherwise", "convert the data on this one");
        if (header.order == byte_order && header.version > store_version)
            refuse(fmt::format("the store is of version {} where this firefly knows {}", header.version, store_version),
                   "use a newer firefly, or convert the data again");
        if (header_page(header) != page) refuse("its header is damaged");

        // By division: a product may overflow. What passed the checksum and fails here was made by somebody else.
        std::size_t const behind_header = length - header_size;
        bool const known =
            header.version == store_version || header.version == plain_version || (header.version == 1 && header.dropped == 0);
        bool const sane = header.order == byte_order && known && header.rows_in_block == block_rows &&
                          (header.element == 4 || header.element == 8) && header.rows > 0 && header.rows_at == header_size &&
                          header.columns < (std::uint64_t{1} << 40) &&
                          header.stride == store_size{0, header.columns, header.element}.stride();
        if (!sane) refuse("its header contradicts itself");
        bool const rows_fit = header.rows <= behind_header / header.stride;
        std::size_t const expected = rows_fit ? header_size + header.rows * header.stride : 0;
        bool const fits = rows_fit && header.checksums_at == expected && header.names_at == expected + 8 * blocks_of(header.rows) &&
                          header.names_at <= length && header.names_size <= length - header.names_at;
        if (!fits) refuse("the file is shorter than its header says");
        if (length != header.names_at + header.names_size) refuse("the file is longer than its header says");
        std::string_view const behind(anywhere + header.checksums_at, length - header.checksums_at);
        if (sum_of(behind) != header.behind_rows) refuse("its checksums or names are damaged");
        return header;
    }

    void read() {
        store_header const header = check_header();
        size = {header.rows, header.columns, header.element};
        stride = size.stride();
        if (header.version > 1) dropped = header.dropped;
        checksums = {reinterpret_cast<std::uint64_t const*>(anywhere + header.checksums_at), blocks_of(header.rows)};
        try {
            names = unpacked({anywhere + header.names_at, header.names_size}, header.columns, header.version);
        } catch (data_error const&) { refuse("its names cannot be read", "convert the data again"); }
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

std::optional<row_index> row_store::dropped() const {
    return mapping_->dropped;
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
        mapping_->refuse(fmt::format("rows {} to {} are not as they were written", first + 1, first + count));
    checked.store(true, std::memory_order_relaxed);
}

void row_store::refuse_code() const {
    mapping_->refuse("a row has a class or level that the store does not know", "convert the data again");
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
