module;
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;
import firefly.netcdf;

namespace firefly::program {

namespace {

constexpr std::size_t rows_at_once = 4096;

void table_to_npy(std::string const& input, std::string const& output, std::vector<std::string> const& columns) {
    feature_blocks blocks(input, {.features = columns});
    npy_writer writer(output, blocks.columns().size());
    feature_block block;
    std::size_t rows = 0;
    while (blocks.next(rows_at_once, block)) {
        writer.append(block.rows);
        rows += block.rows.size() / blocks.columns().size();
    }
    writer.finish();
    fmt::print("{}: {} rows, {} columns.\n", output, rows, blocks.columns().size());
    for (std::size_t i = 0; i < blocks.columns().size(); ++i) fmt::print("{:>6}  {}\n", i + 1, blocks.columns()[i]);
}

void table_to_csv(std::string const& input, std::string const& output, std::vector<std::string> const& columns) {
    feature_blocks blocks(input, {.features = columns});
    output_file file(output);
    std::string text;
    // x1, x2, …: a line of nothing but numbers would be read as data.
    for (auto const& name : blocks.columns()) text += (text.empty() ? "x" : ",x") + name;
    file.write(text + "\n");
    feature_block block;
    std::size_t const width = blocks.columns().size();
    std::size_t rows = 0;
    while (blocks.next(rows_at_once, block)) {
        text.clear();
        for (std::size_t i = 0; i < block.rows.size(); ++i)
            fmt::format_to(std::back_inserter(text), "{}{}", block.rows[i], (i + 1) % width == 0 ? '\n' : ',');
        file.write(text);
        rows += block.rows.size() / width;
    }
    file.commit();
    fmt::print("{}: {} rows, {} columns.\n", output, rows, width);
}

void convert_draws(std::vector<std::string> const& inputs, std::string const& output, bool to_csv) {
    auto const draws = read_draws(inputs);
    if (to_csv) {
        auto const paths = chain_paths(output, draws.chains());
        for (auto const& path : paths) check_writable(path.string(), inputs);
        write_stan_csv(output, draws);
        for (auto const& path : paths) fmt::print("{}\n", path.string());
    } else {
        write_netcdf(output, draws);
        fmt::print("{}\n", output);
    }
    fmt::print("{}\n", describe(draws));
}

}  // namespace

void convert(convert_options const& options) {
    auto inputs = options.files;
    std::string const output = inputs.back();
    inputs.pop_back();
    if (inputs.empty()) throw invalid_argument("convert: give a file to read and a file to write");
    check_writable(output, inputs);
    std::string const from = extension_of(inputs.front()), to = extension_of(output);
    bool const draws = from == ".nc" || to == ".nc";
    if (!draws && inputs.size() > 1)
        throw invalid_argument(fmt::format("convert: {} tables for one result; give one", inputs.size()));
    if (draws && !options.columns.empty()) throw invalid_argument("--columns: chooses columns of a table; leave it out for draws");
    if (from == ".nc" && to == ".csv") return convert_draws(inputs, output, true);
    if (from == ".csv" && to == ".nc") return convert_draws(inputs, output, false);
    try {
        if (from == ".csv" && to == ".npy") return table_to_npy(inputs.front(), output, options.columns);
        if (from == ".npy" && to == ".csv") return table_to_csv(inputs.front(), output, options.columns);
    } catch (data_error const&) {
        std::filesystem::remove(output + ".partial");  // half a table is of no use to anyone
        throw;
    }
    throw invalid_argument(
        fmt::format("convert {} to {}: use .csv to .nc or .nc to .csv for draws, .csv to .npy or .npy to .csv for tables",
                    from.empty() ? inputs.front() : from, to.empty() ? output : to));
}

}  // namespace firefly::program
