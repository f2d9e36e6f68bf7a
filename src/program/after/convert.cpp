module;
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.netcdf;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

namespace {

constexpr std::size_t rows_at_once = 4096;

/// All rows of a table of numbers, some at a time. How many there are.
template <class Use>
std::size_t for_all_rows(row_stream& stream, Use use) {
    std::size_t const width = stream.names().size();
    std::vector<double> rows(rows_at_once * width);
    std::size_t total = 0;
    for (;;) {
        std::size_t const count = stream.next(rows_at_once, {rows.data(), width});
        use(vector_view(rows).first(count * width));
        total += count;
        if (count < rows_at_once) return total;
    }
}

/// Does the work, and leaves nothing of the file where it fails: half a table is of no use to anyone.
template <class Writer, class Work>
auto complete(Writer& writer, Work work) {
    try {
        return work();
    } catch (...) {
        writer.discard();
        throw;
    }
}

void report_table(std::string const& output, std::size_t rows, row_stream const& stream) {
    if (stream.dropped() > 0)
        say(fmt::format("Dropped {} of {} rows: a cell is missing.\n", stream.dropped(), stream.dropped() + rows));
    say(fmt::format("{}: {} rows, {} columns.\n", output, rows, stream.names().size()));
}

void table_to_npy(row_stream stream, std::string const& output) {
    npy_writer writer(output, stream.names().size());
    std::size_t const rows = complete(writer, [&] {
        std::size_t const all = for_all_rows(stream, [&](vector_view numbers) { writer.append(numbers); });
        writer.finish();
        return all;
    });
    report_table(output, rows, stream);
    for (std::size_t i = 0; i < stream.names().size(); ++i) say(fmt::format("{:>6}  {}\n", i + 1, stream.names()[i]));
}

void table_to_csv(row_stream stream, std::string const& output) {
    output_file file(output);
    std::string text;
    // x1, x2, …: a line of nothing but numbers would be read as data.
    for (auto const& name : stream.names()) text += (text.empty() ? "x" : ",x") + name;
    std::size_t const width = stream.names().size();
    std::size_t const rows = complete(file, [&] {
        file.write(text + "\n");
        std::size_t const all = for_all_rows(stream, [&](vector_view numbers) {
            text.clear();
            for (std::size_t i = 0; i < numbers.size(); ++i)
                fmt::format_to(std::back_inserter(text), "{}{}", numbers[i], (i + 1) % width == 0 ? '\n' : ',');
            file.write(text);
        });
        file.commit();
        return all;
    });
    report_table(output, rows, stream);
}

/// CSV to NPY, and arrays to CSV or NPY. False for other formats.
bool convert_table(convert_options const& options, std::string const& input, std::string const& output) {
    std::string const to = extension_of(output);
    auto const from = options.input.format ? options.input.format : format_of_name(input);
    bool const text = from == data_format::csv, array = from == data_format::npy || from == data_format::idx;
    bool const to_npy = to == ".npy" && (text || array), to_csv = to == ".csv" && array;
    if (!to_npy && !to_csv) return false;
    try {
        row_stream stream({input},
                          {.target = {},
                           .features = options.columns,
                           .encoding = options.input.encoding,
                           .missing = options.input.missing,
                           .need = target_need::none},
                          from);
        to_npy ? table_to_npy(std::move(stream), output) : table_to_csv(std::move(stream), output);
    } catch (data_error const& failure) { throw of_numbers(failure); }
    return true;
}

void convert_draws(std::vector<std::string> const& inputs, std::string const& output, bool to_csv) {
    auto const draws = read_draws(inputs);
    if (to_csv) {
        auto const paths = chain_paths(output, draws.chains());
        for (auto const& path : paths) check_writable(path.string(), inputs);
        write_stan_csv(output, draws);
        for (auto const& path : paths) say(fmt::format("{}\n", path.string()));
    } else {
        write_netcdf(output, draws);
        say(fmt::format("{}\n", output));
    }
    say(fmt::format("{}\n", describe(draws, "kept")));
}

/// "10000000 rows of 50 columns in 8 bytes each; target "y" with 2 classes".
std::string in_words(row_store const& store) {
    auto const& [rows, columns, element] = store.size();
    auto const& names = store.names();
    std::string const kind = names.classes.empty() ? "a number" : fmt::format("{} classes", names.classes.size());
    return fmt::format("{} rows of {} columns, {} bytes per number; target {}: {}{}", rows, columns, element,
                       in_quotes(names.target), kind, names.formula.empty() ? "" : "; for the formula " + visible(names.formula));
}

void check_stores(std::vector<std::string> const& files) {
    for (auto const& file : files) {
        row_store const store(file);
        std::size_t const blocks = blocks_of(store.size().rows);
        for (std::size_t i = 0; i < blocks; ++i) store.check_block(i);
        say(fmt::format("{}: {}. All is as it was written.\n", file, in_words(store)));
    }
}

/// One line after ten seconds, twenty, forty, …
class row_counter {
public:
    bool operator()(row_index rows) {
        double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        if (seconds >= next_) {
            next_ *= 2;
            say_aside(fmt::format("firefly: {} rows after {:.0f} s\n", rows, seconds));
        }
        return !stop_requested;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    double next_ = 10;
};

void data_to_store(std::vector<std::string> const& inputs, std::string const& output, sample_options const& how) {
    for (auto const& input : inputs)
        if (is_row_store(input))
            throw invalid_argument(fmt::format("{}: is a store already; convert the data that it was made of", input));
    sample_options first = how;
    first.data = inputs.front();
    read_options const columns = how.formula.empty() ? how_to_read(how) : columns_for_store(first);
    signal_guard const guard;
    auto const made =
        make_store({inputs.begin(), inputs.end()}, output, columns,
                   {.in_four_bytes = how.float32, .format = how.format, .formula = how.formula, .go_on = row_counter()});
    if (made.stopped) {
        say("Stopped by a signal: nothing was written.\n");
        return;
    }
    if (made.dropped > 0) say(fmt::format("Dropped {} of {} rows: a cell is missing.\n", made.dropped, made.dropped + made.rows));
    bool const is_file = std::filesystem::is_regular_file(output);  // what went to a pipe or a device is gone
    say(fmt::format("{}: {}.\n", output, is_file ? in_words(row_store(output)) : fmt::format("{} rows", made.rows)));
}

}  // namespace

void convert(convert_options const& options) {
    if (options.check) return check_stores(options.files);
    auto inputs = options.files;
    std::string const output = inputs.back();
    inputs.pop_back();
    if (inputs.empty()) throw invalid_argument("convert: give a file to read and a file to write");
    check_writable(output, inputs);
    std::string const from = extension_of(inputs.front()), to = extension_of(output);
    if (to == ".firefly") {
        if (!options.columns.empty())
            throw invalid_argument("--columns: a store has a target and features; use --target and --features");
        return data_to_store(inputs, output, options.input);
    }
    if (!options.input.arguments.empty())
        throw invalid_argument(
            fmt::format("{}: is for a store; leave it out, or end the output's name in .firefly", options.input.arguments.front()));
    bool const draws = from == ".nc" || to == ".nc";
    if (!draws && inputs.size() > 1)
        throw invalid_argument(fmt::format("convert: {} tables for one result; give one", inputs.size()));
    if (draws && !options.columns.empty()) throw invalid_argument("--columns: chooses columns of a table; leave it out for draws");
    if (draws &&
        (options.input.format || options.input.missing != missing_cells::refuse || options.input.encoding != text_encoding::utf8))
        throw invalid_argument("--format, --encoding and --missing: say how a table is read; leave them out for draws");
    if (from == ".nc" && to == ".csv") return convert_draws(inputs, output, true);
    if (from == ".csv" && to == ".nc") return convert_draws(inputs, output, false);
    if (!draws && convert_table(options, inputs.front(), output)) return;
    throw invalid_argument(
        fmt::format("convert {} to {}: use .csv to .nc or .nc to .csv for draws, .csv to .npy or .npy and .idx to .csv for tables, "
                    "and any data to .firefly",
                    from.empty() ? inputs.front() : from, to.empty() ? output : to));
}

}  // namespace firefly::program
