module;
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

constexpr std::string_view magic = "fireflog";
constexpr std::uint64_t version = 1;
constexpr std::size_t word = 8, header_size = 5 * word, fixed_words = 10;
constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr std::size_t window = std::size_t{1} << 26;       // bytes: how much of a log is mapped in memory while it is read in order
constexpr std::uint64_t is_warm_up = 1, is_diverging = 2;  // flags

std::size_t record_size(std::size_t parameters) {
    return (fixed_words + parameters + 1) * word;
}

template <class T>
T read_word(char const* from) {
    static_assert(sizeof(T) == word);
    T value;
    std::memcpy(&value, from, word);
    return value;
}

std::string make_header(std::size_t parameters, std::uint64_t run) {
    byte_writer out;
    out.put(version);
    out.put(static_cast<std::uint64_t>(parameters));
    out.put(run);
    std::string header = std::string(magic) + out.bytes();
    checksum sum;
    sum.add(std::string_view(header));
    header.append(word, '\0');
    std::uint64_t const value = sum.value();
    std::memcpy(header.data() + header_size - word, &value, word);
    return header;
}

std::uint64_t seed_of(std::string_view header) {
    return read_word<std::uint64_t>(header.data() + header_size - word);
}

std::uint64_t sum_of(char const* record, std::size_t parameters, std::uint64_t seed, std::size_t number) {
    checksum sum(seed + number);
    for (std::size_t i = 0; i < fixed_words + parameters; ++i) sum.add(read_word<std::uint64_t>(record + i * word));
    return sum.value();
}

/// Of a log whose header was not durable yet a kill leaves an empty file, and a loss of power may leave zeros in the place of the header.
bool is_unbegun(std::string_view start, std::uintmax_t size) {
    return size <= header_size && std::ranges::all_of(start, [](char byte) { return byte == '\0'; });
}

/// A log is cut and written over: what is there must be one, or nothing.
void refuse_others(std::filesystem::path const& path) {
    std::error_code failure;
    auto const found = std::filesystem::status(path, failure);
    if (!std::filesystem::exists(found)) return;
    std::string start(header_size, '\0');
    std::uintmax_t const size = std::filesystem::is_regular_file(found) ? std::filesystem::file_size(path, failure) : 0;
    if (size > 0) std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    bool const is_log = std::filesystem::is_regular_file(found) && (start.starts_with(magic) || is_unbegun(start, size));
    if (!is_log)
        throw output_error(
            fmt::format("{}: is needed for a log, but is something else; move it, or give the output another name", path.string()));
}

/// Locked against others who would write to it.
descriptor open_locked(std::filesystem::path const& path, int flags) {
    descriptor file{::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666)};
    if (file.number < 0 && errno == ENOENT && !(flags & O_CREAT)) throw data_error(cannot("opened", path, ENOENT));
    if (file.number < 0) throw output_error(cannot(flags & O_CREAT ? "created" : "opened", path, errno));
    if (::flock(file.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw invalid_argument(fmt::format("{}: another firefly is writing it; wait for it or give another name", path.string()));
    return file;
}

/// The same file, by whatever name it has or has not. Linux.
std::filesystem::path name_of(descriptor const& file) {
    return fmt::format("/proc/self/fd/{}", file.number);
}

}  // namespace

// ---- reading ----

draw_log_reader::draw_log_reader(std::filesystem::path const& path) : bytes_(path) {
    std::string_view const text = bytes_.text();
    if (text.size() < header_size || !text.starts_with(magic))
        throw data_error(fmt::format("{}: is not a log of firefly's draws", path.string()));
    if (auto const found = read_word<std::uint64_t>(text.data() + word); found != version)
        throw data_error(fmt::format("{}: is a log of version {}; this firefly reads version {}", path.string(), found, version));
    parameters_ = read_word<std::uint64_t>(text.data() + 2 * word);
    run_ = read_word<std::uint64_t>(text.data() + 3 * word);
    if (text.substr(0, header_size) != make_header(parameters_, run_))
        throw data_error(fmt::format("{}: is damaged: the checksum of its header is wrong", path.string()));
    if (parameters_ > text.size()) return;  // room for no record, and no size that could overflow
    std::uint64_t const seed = seed_of(text);
    std::size_t const room = (text.size() - header_size) / record_size(parameters_);
    while (size_ < room && read_word<std::uint64_t>(record(size_ + 1) - word) == sum_of(record(size_), parameters_, seed, size_)) {
        if (read_word<std::uint64_t>(record(size_) + word) & is_warm_up) ++warm_up_;
        ++size_;
    }
    bytes_.forget();
}

char const* draw_log_reader::record(std::size_t i) const {
    return bytes_.text().data() + header_size + i * record_size(parameters_);
}

void draw_log_reader::read(std::size_t i, draw& into) const {
    char const* const from = record(i);
    auto const number = [&](std::size_t k) { return read_word<double>(from + k * word); };
    auto const count = [&](std::size_t k) { return read_word<std::uint64_t>(from + k * word); };
    into.iteration = count(0);
    into.warm_up = count(1) & is_warm_up;
    into.diverging = count(1) & is_diverging;
    into.log_density = number(2);
    into.acceptance = number(3);
    into.step = number(4);
    into.z = {.bright = count(5), .brightened = count(6), .darkened = count(7), .queries = count(8)};
    into.theta_queries = count(9);
    for (std::size_t d = 0; d < parameters_; ++d) into.theta(d) = number(fixed_words + d);
}

draw draw_log_reader::at(std::size_t i) const {
    draw result;
    result.theta = zeros(parameters_);
    read(i, result);
    return result;
}

stream<draw> draw_log_reader::draws(std::size_t first) const {
    if (first >= size_) co_return;  // a header may speak of any number of parameters; records of that size must be there
    draw current;
    current.theta = zeros(parameters_);
    std::size_t held = 0;
    for (std::size_t i = first; i < size_; ++i) {
        read(i, current);
        held += record_size(parameters_);
        if (held > window) {
            bytes_.forget();
            held = 0;
        }
        co_yield current;
    }
}

std::vector<double> draw_log_reader::parameter(std::size_t which, std::size_t draws) const {
    std::vector<double> result(draws);
    for (std::size_t i = 0; i < draws; ++i) result[i] = read_word<double>(record(warm_up_ + i) + (fixed_words + which) * word);
    return result;
}

// ---- writing ----

void draw_log::check(std::filesystem::path const& path) {
    output_file::check(path);
    refuse_others(path);
}

draw_log::draw_log(std::filesystem::path path, descriptor file, std::size_t parameters, std::uint64_t run, std::size_t records)
    : path_(std::move(path)), file_(std::move(file)), parameters_(parameters), size_(records) {
    std::string const header = make_header(parameters, run);
    seed_ = seed_of(header);
    if (records == 0) buffer_ = header;
    if (records > 0) flushed_ = header_size + records * record_size(parameters);
    buffer_.reserve(2 * buffer_size);
}

double draw_log::bytes(double draws, std::size_t parameters) {
    return static_cast<double>(header_size) + draws * static_cast<double>(record_size(parameters));
}

draw_log draw_log::create(std::filesystem::path path, std::size_t parameters, std::uint64_t run) {
    refuse_others(path);
    bool is_ours = !std::filesystem::exists(path);
    descriptor file = open_locked(path, O_CREAT);
    draw_log log(std::move(path), std::move(file), parameters, run, 0);
    try {
        log.cut();
        is_ours = true;
        log.flush();  // the header: a log without draws is a log too
        log.sync();
        sync_name(log.path_);
    } catch (output_error const&) {
        log.buffer_.clear();
        if (is_ours) ::unlink(log.path_.c_str());
        throw;
    }
    return log;
}

void draw_log::cut() {
    if (::ftruncate(file_.number, static_cast<off_t>(flushed_)) != 0) throw output_error(cannot("written", path_, errno));
}

draw_log draw_log::reopen(std::filesystem::path path, std::size_t parameters, std::uint64_t run, std::size_t records) {
    if (records == 0) return create(std::move(path), parameters, run);
    descriptor file = open_locked(path, 0);
    draw_log_reader const found(path);
    if (found.parameters() != parameters || found.run() != run)
        throw data_error(fmt::format("{}: is the log of another run", path.string()));
    if (found.size() < records)
        throw data_error(fmt::format("{}: is damaged: {} draws of {} can be read", path.string(), found.size(), records));
    draw_log log(std::move(path), std::move(file), parameters, run, records);
    log.cut();
    return log;
}

draw_log draw_log::temporary(std::size_t parameters) {
    auto [file, name] = open_nameless();
    return draw_log(std::move(name), std::move(file), parameters, 0, 0);
}

draw_log::~draw_log() {
    if (file_.number < 0) return;
    try {
        flush();
    } catch (error const&) {  // a destructor has nobody to tell; what reached the file can be read
    }
}

void draw_log::append(draw const& draw) {
    if (draw.theta.size() != parameters_)
        throw invalid_argument(fmt::format("draw_log: a draw of {} elements in a log of {}", draw.theta.size(), parameters_));
    if (buffer_.size() >= buffer_size) flush();  // first: a draw is in the log or it is not, whatever becomes of the others
    std::size_t const start = buffer_.size();
    buffer_.resize(start + record_size(parameters_));
    char* to = buffer_.data() + start;
    auto const put = [&](auto value) {
        static_assert(sizeof value == word);
        std::memcpy(to, &value, word);
        to += word;
    };
    put(draw.iteration);
    put((draw.warm_up ? is_warm_up : 0) | (draw.diverging ? is_diverging : 0));
    put(draw.log_density);
    put(draw.acceptance);
    put(draw.step);
    put(draw.z.bright);
    put(draw.z.brightened);
    put(draw.z.darkened);
    put(draw.z.queries);
    put(draw.theta_queries);
    for (double const value : draw.theta) put(value);
    put(sum_of(buffer_.data() + start, parameters_, seed_, size_));
    ++size_;
}

void draw_log::flush() {
    std::string_view left = buffer_;
    while (!left.empty()) {
        auto const count = ::pwrite(file_.number, left.data(), left.size(), static_cast<off_t>(flushed_));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            int const reason = errno;
            buffer_.erase(0, buffer_.size() - left.size());
            throw output_error(cannot("written", path_, reason));
        }
        left.remove_prefix(static_cast<std::size_t>(count));
        flushed_ += static_cast<std::uint64_t>(count);
    }
    buffer_.clear();
}

void draw_log::sync() const {
    if (::fdatasync(file_.number) != 0) throw output_error(cannot("written", path_, errno));
}

void draw_log::remove() {
    remove_file(path_);
}

draw_log_reader draw_log::read() {
    flush();
    return draw_log_reader(name_of(file_));
}

}  // namespace firefly
