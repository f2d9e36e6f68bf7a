module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.draws;

import firefly.external;
import firefly.core;
import firefly.files;
import :stan_csv_columns;
import :stan_csv_comments;

namespace firefly {

namespace {

constexpr int padding = 20;  // the digits of 2⁶⁴ − 1

}  // namespace

stan_csv_header stan_header_of(fact_list const& facts) {
    auto const text = [&](std::string_view key) { return find_fact(facts, key).value_or("unknown"); };
    auto const count = [&](std::string_view key) { return find_count(facts, key).value_or(0); };
    return {.model = text("model"),
            .algorithm = text("algorithm"),
            .engine = text("kernel"),
            .warm_up = count("num_warmup"),
            .thin = std::max<std::uint64_t>(1, count("thin")),
            .seed = count("seed"),
            .facts = facts};
}

stan_csv_writer::stan_csv_writer(std::filesystem::path const& path, stan_csv_header header,
                                 std::vector<stored_variable> const& parameters)
    : file_(path), header_(std::move(header)) {
    if (header_.thin == 0) throw invalid_argument("stan_csv_writer: thin must be positive, got 0");
    file_.write(fmt::format("# model = {}\n# method = sample\n#   sample\n", header_.model));
    samples_ = write_padded("num_samples", header_.draws);
    warm_ups_ = write_padded("num_warmup", header_.warm_up);
    file_.write(fmt::format("#     save_warmup = {}\n#     thin = {}\n", header_.save_warm_up, header_.thin));
    file_.write(fmt::format("#     algorithm = {}\n#       {}\n", header_.algorithm, header_.algorithm));
    file_.write(fmt::format("#         engine = {}\n#           max_depth = 10\n#         metric = unit_e\n", header_.engine));
    file_.write(fmt::format("# id = {}\n# random\n#   seed = {}\n", header_.chain, header_.seed));
    for (auto const& [key, value] : header_.facts) fact(key, value);
    auto const bases = column_bases(parameters, header_.facts);
    for (auto const& [key, value] : label_facts(parameters, bases)) fact(key, value);

    step_column_ = static_cast<std::size_t>(std::ranges::find(header_.statistics, "stepsize__") - header_.statistics.begin());
    std::vector<std::string> names;
    for (std::size_t v = 0; v < parameters.size(); ++v) {
        auto group = columns_of(parameters[v], names.size());
        group.name = bases[v];
        names.resize(names.size() + group.size());
        for (std::size_t i = 0; i < group.size(); ++i) {
            columns_.push_back(group.column(i));
            names[group.column(i)] = column_name_of(group, i);
        }
    }
    row_.resize(names.size());
    std::string line;
    for (auto const* group : std::array{&std::as_const(header_.statistics), &std::as_const(names)})
        for (auto const& name : *group) line += (line.empty() ? "" : ",") + name;
    file_.write(line + "\n");
}

stan_csv_writer::padded_number stan_csv_writer::write_padded(std::string const& key, std::uint64_t value) {
    file_.write(fmt::format("#     {} = ", key));
    padded_number const result{file_.position(), value};
    file_.write(fmt::format("{:<{}}\n", value, padding));
    return result;
}

void stan_csv_writer::append(draw const& draw) {
    append(statistics_of(draw), {draw.theta.data(), draw.theta.size()}, draw.warm_up);
}

void stan_csv_writer::append(std::span<double const> statistics, std::span<double const> parameters, bool warm_up) {
    if (statistics.size() != header_.statistics.size() || parameters.size() != columns_.size())
        throw invalid_argument(
            fmt::format("stan_csv_writer: a draw of {} elements and {} statistics for {} and {} columns; name each",
                        parameters.size(), statistics.size(), columns_.size(), header_.statistics.size()));
    if (warm_up && warm_up_ended_)
        throw invalid_argument("stan_csv_writer: a draw of warm-up after one that is not; append warm-up first");
    if (step_column_ < statistics.size()) step_ = statistics[step_column_];
    if (!warm_up && !warm_up_ended_) end_warm_up();
    if (warm_up && !header_.save_warm_up) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) row_[columns_[i]] = parameters[i];
    line_.clear();
    for (auto const values : {statistics, std::span<double const>(row_)})
        for (double const value : values) fmt::format_to(std::back_inserter(line_), "{}{}", line_.empty() ? "" : ",", value);
    line_ += '\n';
    file_.write(line_);
    ++(warm_up ? warm_up_rows_ : sample_rows_);
}

void stan_csv_writer::fact(std::string_view key, std::string_view value) {
    file_.write(fact_comment(key, value));
}

/// The step is that of the first draw after warm-up: the one that sampling keeps.
void stan_csv_writer::end_warm_up() {
    warm_up_ended_ = true;
    file_.write(fmt::format("# Adaptation terminated\n# Step size = {}\n", step_));
}

void stan_csv_writer::correct(padded_number const& promised, std::uint64_t rows) {
    std::uint64_t const expected = promised.value / header_.thin + (promised.value % header_.thin != 0);
    if (rows != expected) file_.overwrite(promised.position, fmt::format("{:<{}}", rows * header_.thin, padding));
}

void stan_csv_writer::finish(double warm_up_time, double sampling_time) {
    if (!warm_up_ended_) end_warm_up();  // stopped during warm-up: readers want the lines all the same
    file_.write(
        fmt::format("# \n#  Elapsed Time: {:.3f} seconds (Warm-up)\n#                {:.3f} seconds (Sampling)\n"
                    "#                {:.3f} seconds (Total)\n# \n",
                    warm_up_time, sampling_time, warm_up_time + sampling_time));
    correct(samples_, sample_rows_);
    if (header_.save_warm_up) correct(warm_ups_, warm_up_rows_);
    file_.commit();
}

namespace {

/// All that was kept of one chain.
void write_chain(stan_csv_writer& writer, stored_draws const& draws, std::vector<stored_variable const*> const& statistics,
                 std::size_t chain, bool warm_up) {
    auto const values = warm_up ? &stored_variable::warm_up : &stored_variable::chains;
    std::vector<double> described(statistics.size()), row;
    for (std::size_t s = 0; s < (warm_up ? draws.warm_up_length() : draws.length()); ++s) {
        for (std::size_t i = 0; i < statistics.size(); ++i) described[i] = (statistics[i]->*values)[chain][s];
        row.clear();
        for (auto const& variable : draws.parameters) {
            auto const first = (variable.*values)[chain].begin() + static_cast<std::ptrdiff_t>(s * variable.size());
            row.insert(row.end(), first, first + static_cast<std::ptrdiff_t>(variable.size()));
        }
        writer.append(described, row, warm_up);
    }
}

}  // namespace

void write_stan_csv(std::filesystem::path const& path, stored_draws const& draws) {
    draws.check();
    std::vector<stored_variable const*> statistics;
    for (auto const& variable : draws.statistics) statistics.push_back(&variable);
    auto const density = std::ranges::find(statistics, "lp__", &stored_variable::name);
    if (density != statistics.end()) std::rotate(statistics.begin(), density, density + 1);

    auto header = stan_header_of(draws.facts);  // how many draws there are, `finish` says
    header.save_warm_up = draws.warm_up_length() > 0;
    header.statistics.clear();
    for (auto const* variable : statistics) header.statistics.push_back(variable->name);
    auto const paths = chain_paths(path, draws.chains());
    for (std::size_t c = 0; c < paths.size(); ++c) {
        header.chain = c + 1;
        stan_csv_writer writer(paths[c], header, draws.parameters);
        try {
            write_chain(writer, draws, statistics, c, true);
            write_chain(writer, draws, statistics, c, false);
            writer.finish(draws.warm_up_seconds.empty() ? 0 : draws.warm_up_seconds[c],
                          draws.sampling_seconds.empty() ? 0 : draws.sampling_seconds[c]);
        } catch (...) {
            writer.discard();  // half a chain is of no use; `draws` has all of it
            throw;
        }
    }
}

std::vector<std::filesystem::path> chain_paths(std::filesystem::path const& path, std::size_t chains) {
    if (chains == 1) return {path};
    std::vector<std::filesystem::path> paths;
    for (std::size_t i = 0; i < chains; ++i) {
        auto numbered = path;
        numbered.replace_filename(fmt::format("{}_{}{}", path.stem().string(), i + 1, path.extension().string()));
        paths.push_back(std::move(numbered));
    }
    return paths;
}

}  // namespace firefly
