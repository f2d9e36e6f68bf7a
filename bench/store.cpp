/// bench_store [PART…] [gigabytes=G]: rows in a store against rows in memory. Parts: convert, memory, cached, cold; all when none is named.
/// The store has 4 GB unless another size is said, and lies in a folder of its own below TMPDIR that goes away afterwards; `cached` holds
/// the same data in memory, too. What is measured of memory and input is that of a child process, so that nothing before counts.
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "child.hpp"
#include "parts.hpp"
#include "records.hpp"

#include "measure.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::bench;

namespace {

constexpr std::size_t columns = 51;        // an intercept and 50 in the store
constexpr double row_bytes = 8 * columns;  // of the store: a target and 50 features
constexpr double megabyte = 1e6;
constexpr std::size_t page = 4096;

/// Bytes that this process had read from disks.
double bytes_read() {
    std::ifstream io("/proc/self/io");
    for (std::string word; io >> word;)
        if (word == "read_bytes:") {
            double count = 0;
            io >> count;
            return count;
        }
    return 0;
}

/// The most anonymous memory since it was made, looked at a hundred times a second.
class memory_watch {
public:
    memory_watch()
        : looking_([this](std::stop_token stop) {
              while (!stop.stop_requested()) {
                  most_ = std::max(most_.load(), process_memory("RssAnon"));
                  std::this_thread::sleep_for(std::chrono::milliseconds(10));
              }
          }) {}
    double most() const { return most_; }

private:
    std::atomic<double> most_ = 0;
    std::jthread looking_;
};

/// Nothing of the file stays in memory: pages that are mapped would.
void drop_cache(std::filesystem::path const& path) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        if (!line.ends_with(path.string())) continue;
        std::uintptr_t first = 0, last = 0;
        if (std::sscanf(line.c_str(), "%zx-%zx", &first, &last) == 2)
            ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    }
    int const file = ::open(path.c_str(), O_RDONLY);
    ::fsync(file);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
}

/// Forwards to a store and keeps in mind which pages the rows lie in that were asked for.
class counted_rows {
public:
    struct count {
        std::mutex mutex;
        bool counting = false;
        std::unordered_set<std::size_t> pages;
        std::size_t rows = 0;
    };

    explicit counted_rows(mapped_rows rows) : rows_(std::move(rows)), count_(std::make_shared<count>()) {}

    row_index rows() const { return rows_.rows(); }
    std::size_t columns() const { return rows_.columns(); }
    row_block block(std::size_t i, block_buffer& buffer) const { return rows_.block(i, buffer); }
    void request(std::span<row_index const> indices, packed_rows& rows) const {
        if (count_->counting) {
            std::scoped_lock const lock(count_->mutex);
            std::size_t const stride = rows_.store().size().stride();
            count_->rows += indices.size();
            for (row_index const n : indices)
                for (std::size_t p = (page + n * stride) / page; p <= (page + (n + 1) * stride - 1) / page; ++p)
                    count_->pages.insert(p);
        }
        rows_.request(indices, rows);
    }
    void collect(packed_rows& rows) const { rows_.collect(rows); }

    count& counts() const { return *count_; }

private:
    mapped_rows rows_;
    std::shared_ptr<count> count_;
};

template <RowSource Rows>
auto model_of(Rows rows) {
    return posterior(logistic{}, gaussian_prior(1), std::move(rows));
}

mapped_rows open_rows(std::filesystem::path const& path) {
    row_store const store(path);
    return {store, store_columns(store, {}, true), target_kind::classes};
}

void write_store(std::filesystem::path const& path, data_set const& data) {
    row_store_writer writer(path, columns - 1, false);
    for (row_index n = 0; n < data.target.size(); ++n)
        writer.append({data.features.data() + n * columns + 1, columns - 1}, as_view(data.target).subspan(n, 1));
    store_names names{.target = data.target_name, .classes = data.labels, .class_of = {0, 1}};
    for (std::size_t j = 1; j < columns; ++j) names.columns.push_back({data.columns[j]});
    writer.finish(names);
}

template <class Chain>
double seconds_of(Chain& chain, int iterations) {
    auto const start = clock::now();
    for (int i = 0; i < iterations; ++i) chain.advance();
    return seconds_since(start);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// ---- what children measure; a figure is a line "name value" on their standard output ----

void say(char const* name, double value) {
    std::printf("%s %.17g\n", name, value);
}

void convert_child(std::filesystem::path const& folder) {
    auto const start = clock::now();
    make_store({folder / "rows.csv"}, folder / "rows.firefly", {.target = "y"});
    say("seconds", seconds_since(start));
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    say("processor", static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    say("memory", process_memory("VmHWM"));
}

/// What 64 chains take beside the first.
void memory_child(std::filesystem::path const& folder) {
    plan const chosen(model_of(open_rows(folder / "data.firefly")), firefly_only);
    auto const make = [&](std::uint32_t i) {
        auto chain = chosen.make_chain({.seed = 31, .chain = i, .warm_up = 500});
        seconds_of(*chain, 2000);
        return chain;
    };
    std::vector<decltype(make(0))> chains{make(0)};
    double const before = process_memory("RssAnon");
    auto const in_use = [] {
        auto const heap = ::mallinfo2();
        return static_cast<double>(heap.uordblks + heap.hblkhd);
    };
    double const used_before = in_use();
    for (std::uint32_t i = 1; i <= 64; ++i) chains.push_back(make(i));
    say("allocated", (in_use() - used_before) / 64);
    say("resident", (process_memory("RssAnon") - before) / 64);
}

/// Set-up and iterations with 512 MB of anonymous memory and nothing in the page cache.
void cold_child(std::filesystem::path const& folder) {
    auto const path = folder / "data.firefly";
    rlimit const limit{512 << 20, 512 << 20};
    if (::setrlimit(RLIMIT_DATA, &limit) != 0) std::abort();
    memory_watch const watch;
    drop_cache(path);
    double const before = bytes_read();
    auto start = clock::now();
    auto const model = model_of(counted_rows(open_rows(path)));
    plan const chosen(model, firefly_only);
    say("set-up seconds", seconds_since(start));
    say("set-up bytes", bytes_read() - before);
    auto const chain = chosen.make_chain({.seed = 32, .warm_up = 500});
    seconds_of(*chain, 2000);
    drop_cache(path);
    double const start_bytes = bytes_read();
    auto& counts = model.rows().counts();
    counts.counting = true;
    constexpr int iterations = 5000;
    say("cold seconds", seconds_of(*chain, iterations) / iterations);
    say("cold bytes", (bytes_read() - start_bytes) / iterations);
    say("cold rows", static_cast<double>(counts.rows) / iterations);
    say("cold pages", static_cast<double>(counts.pages.size()) / iterations);
    say("anonymous", watch.most());
}

/// Runs this program anew as the child of that name.
std::map<std::string, double> run_child(std::string const& name, std::filesystem::path const& folder) {
    return figures_of(fmt::format("{} child-{} {}", this_program().string(), name, folder.string()));
}

// ---- parts ----

struct place {
    std::filesystem::path folder;
    row_index rows;
};

/// A gigabyte of CSV, or a quarter of the store where that is less.
void convert_part(records& figures, place const& at) {
    auto const data = synthetic_logistic({.rows = 100'000, .columns = columns});
    std::string text;
    for (row_index n = 0; n < data.target.size(); ++n) {
        text += fmt::format("{}", data.target(n));
        for (std::size_t j = 1; j < columns; ++j) text += fmt::format(",{:.6f}", data.features(n, j));
        text += '\n';
    }
    std::size_t const copies = std::max<std::size_t>(
        1,
        static_cast<std::size_t>(std::min(1e9, row_bytes * static_cast<double>(at.rows) / 4) / static_cast<double>(text.size())));
    {
        std::ofstream out(at.folder / "rows.csv");
        out << "y";
        for (std::size_t j = 1; j < columns; ++j) out << ",x" << j;
        out << '\n';
        for (std::size_t i = 0; i < copies; ++i) out << text;
    }
    double const size = static_cast<double>(std::filesystem::file_size(at.folder / "rows.csv"));
    std::vector<double> seconds, processor;
    double memory = 0;
    for (int i = 0; i < 3; ++i) {
        auto const seen = run_child("convert", at.folder);
        seconds.push_back(seen.at("seconds"));
        processor.push_back(seen.at("processor"));
        memory = std::max(memory, seen.at("memory"));
    }
    std::printf("  %.0f MB of CSV: %.2f s (%.2f s of processor), %.0f MB of memory\n", size / megabyte, median(seconds),
                median(processor), memory / megabyte);
    figures.at_least(150, "convert: CSV to a store, fsync included", size / megabyte / median(seconds), "MB/s");
    figures.at_most(256, "convert: memory at its highest", memory / megabyte, "MB");
    std::filesystem::remove(at.folder / "rows.csv");
    std::filesystem::remove(at.folder / "rows.firefly");
}

void make_data(place const& at) {
    if (std::filesystem::exists(at.folder / "data.firefly")) return;
    write_store(at.folder / "data.firefly", synthetic_logistic({.rows = at.rows, .columns = columns}));
}

void memory_part(records& figures, place const& at) {
    make_data(at);
    auto const seen = run_child("memory", at.folder);
    std::printf("  N = %llu: a chain more takes %.0f kB of the heap, %.0f kB resident\n", static_cast<unsigned long long>(at.rows),
                seen.at("allocated") / 1e3, seen.at("resident") / 1e3);
    figures.at_most(2, "memory: one more chain", std::max(seen.at("allocated"), seen.at("resident")) / megabyte, "MB");
}

/// The same chains from memory and from a store that is in the page cache, in turns.
void cached_part(records& figures, place const& at) {
    auto data = synthetic_logistic({.rows = at.rows, .columns = columns});
    if (!std::filesystem::exists(at.folder / "data.firefly")) write_store(at.folder / "data.firefly", data);
    auto start = clock::now();
    plan const in_memory(model_of(dense_rows(std::move(data))), firefly_only);
    double const of_memory = seconds_since(start);
    start = clock::now();
    plan const in_store(model_of(open_rows(at.folder / "data.firefly")), firefly_only);
    double const of_store = seconds_since(start);
    auto const a = in_memory.make_chain({.seed = 33, .warm_up = 500});
    auto const b = in_store.make_chain({.seed = 33, .warm_up = 500});
    constexpr int some = 20'000;
    seconds_of(*a, some);
    seconds_of(*b, some);
    std::vector<double> memory_time, store_time;
    for (int i = 0; i < 9; ++i) {
        memory_time.push_back(seconds_of(*a, some));
        store_time.push_back(seconds_of(*b, some));
    }
    bool const same = std::ranges::equal(a->current().theta, b->current().theta);
    std::printf("  N = %llu: set-up %.1f s in memory, %.1f s in the store; an iteration %.2f µs and %.2f µs; draws %s\n",
                static_cast<unsigned long long>(at.rows), of_memory, of_store, 1e6 * median(memory_time) / some,
                1e6 * median(store_time) / some, same ? "are the same" : "DIFFER");
    if (!same) throw std::runtime_error("the draws from the store are not those from memory");
    figures.at_most(1.5, "cached: an iteration from the store against memory", median(store_time) / median(memory_time), "times");
    figures.at_most(1.5, "cached: set-up from the store against memory", of_store / of_memory, "times");
}

void cold_part(records& figures, place const& at) {
    make_data(at);
    auto const seen = run_child("cold", at.folder);
    double const size = static_cast<double>(std::filesystem::file_size(at.folder / "data.firefly"));
    std::printf(
        "  store of %.2f GB: set-up %.1f s, %.2f GB read; an iteration %.0f µs, %.2f rows, %.2f pages not seen before, %.0f bytes read\n",
        1e-9 * size, seen.at("set-up seconds"), 1e-9 * seen.at("set-up bytes"), 1e6 * seen.at("cold seconds"), seen.at("cold rows"),
        seen.at("cold pages"), seen.at("cold bytes"));
    figures.at_most(2, "cold: pages read against those of the candidates", seen.at("cold bytes") / page / seen.at("cold pages"),
                    "times");
    figures.at_most(512 * 1.048576, "cold: anonymous memory at its highest", seen.at("anonymous") / megabyte, "MB");
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> wanted(arguments + 1, arguments + count);
    if (wanted.size() == 2 && wanted[0].starts_with("child-")) {
        if (wanted[0] == "child-convert") convert_child(wanted[1]);
        if (wanted[0] == "child-memory") memory_child(wanted[1]);
        if (wanted[0] == "child-cold") cold_child(wanted[1]);
        return 0;
    }
    double gigabytes = 4;
    std::erase_if(wanted, [&](std::string const& word) {
        bool const is_size = word.starts_with("gigabytes=");
        if (is_size) gigabytes = std::stod(word.substr(10));
        return is_size;
    });
    place const at{std::filesystem::temp_directory_path() / fmt::format("firefly_bench_store_{}", ::getpid()),
                   static_cast<row_index>(1e9 * gigabytes / row_bytes)};
    std::filesystem::create_directories(at.folder);
    records figures("store");
    int code = 0;
    try {
        bool const known = run_parts({{"convert", [&] { convert_part(figures, at); }},
                                      {"memory", [&] { memory_part(figures, at); }},
                                      {"cold", [&] { cold_part(figures, at); }},
                                      {"cached", [&] { cached_part(figures, at); }}},
                                     wanted);
        code = !known ? 2 : figures.finish("bench/results") ? 0 : 1;
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "bench_store: %s\n", failure.what());
        code = 2;
    }
    std::filesystem::remove_all(at.folder);
    return code;
}
