module;
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

namespace firefly {

namespace {

constexpr int padding = 20;  // the digits of 2⁶⁴ − 1

}  // namespace

// Not in the interface: clang 19 then leaves std::vector's constructor incomplete in files that share standard headers.
std::vector<std::string> stan_statistics() {
    return {"lp__", "accept_stat__", "stepsize__", "treedepth__", "divergent__", "n_bright__", "n_lik__"};
}

stan_csv_writer::stan_csv_writer(std::filesystem::path const& path, stan_csv_header header,
                                 std::vector<std::string> const& parameters)
    : file_(path), header_(std::move(header)), dimension_(parameters.size()) {
    if (header_.thin == 0) throw invalid_argument("stan_csv_writer: thin must be positive, got 0");
    file_.write(fmt::format("# model = {}\n# method = sample\n#   sample\n", header_.model));
    samples_ = write_padded("num_samples", header_.draws);
    warm_ups_ = write_padded("num_warmup", header_.warm_up);
    file_.write(fmt::format("#     save_warmup = {}\n#     thin = {}\n", header_.save_warm_up, header_.thin));
    file_.write(fmt::format("#     algorithm = {}\n#       {}\n", header_.algorithm, header_.algorithm));
    file_.write(fmt::format("#         engine = {}\n#           max_depth = 10\n#         metric = unit_e\n", header_.engine));
    file_.write(fmt::format("# id = {}\n# random\n#   seed = {}\n", header_.chain, header_.seed));
    for (auto const& [key, value] : header_.facts) fact(key, value);
    std::string names;
    for (auto const* group : std::array{&std::as_const(header_.statistics), &parameters})
        for (auto const& name : *group) names += (names.empty() ? "" : ",") + name;
    file_.write(names + "\n");
}

stan_csv_writer::padded_number stan_csv_writer::write_padded(std::string const& key, std::uint64_t value) {
    file_.write(fmt::format("#     {} = ", key));
    padded_number const result{file_.position(), value};
    file_.write(fmt::format("{:<{}}\n", value, padding));
    return result;
}

void stan_csv_writer::append(draw const& draw) {
    if (draw.theta.size() != dimension_)
        throw invalid_argument(
            fmt::format("stan_csv_writer: a draw of {} elements for {} columns; name each element", draw.theta.size(), dimension_));
    if (draw.warm_up == warm_up_ended_)
        throw invalid_argument(fmt::format("stan_csv_writer: a draw {} end_of_warm_up; call it between warm-up and the draws",
                                           draw.warm_up ? "of warm-up after" : "before"));
    step_ = draw.step;
    if (draw.warm_up && !header_.save_warm_up) return;
    write_row(std::array{draw.log_density, draw.acceptance, draw.step, 0.0, static_cast<double>(draw.diverging),
                         static_cast<double>(draw.z.bright), static_cast<double>(draw.queries())},
              {draw.theta.data(), draw.theta.size()});
    ++(draw.warm_up ? warm_up_rows_ : sample_rows_);
}

void stan_csv_writer::append(std::span<double const> statistics, std::span<double const> parameters) {
    write_row(statistics, parameters);
    ++sample_rows_;
}

void stan_csv_writer::write_row(std::span<double const> statistics, std::span<double const> parameters) {
    line_.clear();
    for (auto const values : {statistics, parameters})
        for (double const value : values) fmt::format_to(std::back_inserter(line_), "{}{}", line_.empty() ? "" : ",", value);
    line_ += '\n';
    file_.write(line_);
}

void stan_csv_writer::fact(std::string_view key, std::string_view value) {
    file_.write(fact_comment(key, value));
}

void stan_csv_writer::end_of_warm_up(double step) {
    if (std::exchange(warm_up_ended_, true)) throw invalid_argument("stan_csv_writer: end_of_warm_up twice; call it once");
    file_.write(fmt::format("# Adaptation terminated\n# Step size = {}\n", step));
}

void stan_csv_writer::correct(padded_number const& promised, std::uint64_t rows) {
    std::uint64_t const expected = promised.value / header_.thin + (promised.value % header_.thin != 0);
    if (rows != expected) file_.overwrite(promised.position, fmt::format("{:<{}}", rows * header_.thin, padding));
}

void stan_csv_writer::finish(double warm_up_time, double sampling_time) {
    if (!warm_up_ended_) end_of_warm_up(step_);  // stopped during warm-up: readers want the lines all the same
    file_.write(
        fmt::format("# \n#  Elapsed Time: {:.3f} seconds (Warm-up)\n#                {:.3f} seconds (Sampling)\n"
                    "#                {:.3f} seconds (Total)\n# \n",
                    warm_up_time, sampling_time, warm_up_time + sampling_time));
    correct(samples_, sample_rows_);
    if (header_.save_warm_up) correct(warm_ups_, warm_up_rows_);
    file_.commit();
}

std::vector<std::string> stan_names(std::string const& variable, std::size_t count) {
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count; ++i) names[i] = fmt::format("{}.{}", variable, i + 1);
    return names;
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
