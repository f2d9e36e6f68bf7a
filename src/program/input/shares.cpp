module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// Of all files together; nothing where one of them does not know.
std::optional<row_index> add_up(std::optional<row_index> mine, team const& crew) {
    std::array<std::uint64_t, 2> const told{mine.has_value(), mine.value_or(0)};
    auto const all = crew.gather_numbers(std::span<std::uint64_t const>(told));
    row_index sum = 0;
    for (std::size_t i = 0; i < all.size(); i += told.size()) {
        if (all[i] == 0) return std::nullopt;
        sum += all[i + 1];
    }
    return sum;
}

/// Each process reads a file of its own.
model_input read_own_files(sample_options const& options, processes const& all) {
    if (!all.crew())
        throw invalid_argument(
            fmt::format("--data {}: each process has a file of its own, and there is one process; start several with mpirun, or "
                        "give the name of one file",
                        options.data));
    sample_options mine = options;
    mine.data = sample_options::of_process(options.data, all.rank());
    mine.target = sample_options::of_process(options.target, all.rank());
    model_input input = read_input(mine);
    if (mine.target != options.target) input.target = options.target;
    checksum names;
    for (auto const& list : {input.columns, input.labels, {input.target}})
        for (auto const& name : list) names.add(std::string_view(name));
    for (auto const& category : input.categories)
        for (auto const& level : category.levels) names.add(std::string_view(level));
    names.add(static_cast<std::uint64_t>(input.in_four_bytes));
    std::uint64_t const hash = names.value();
    for (std::uint64_t const other : all.crew()->gather_numbers(std::span<std::uint64_t const>(&hash, 1)))
        if (other != hash)
            throw data_error(
                fmt::format("{}: files of different processes have different columns, classes or sizes of numbers; make them alike",
                            options.data));
    input.dropped = add_up(input.dropped, *all.crew());
    input.rows = input.rows.join(all.crew());
    return input;
}

}  // namespace

model_input read_share(sample_options const& options, processes const& all) {
    bool const own_files = options.has_files_of_processes();
    model_input input = own_files ? read_own_files(options, all) : read_input(options);
    if (all.crew() && input.made && !input.made->groups().empty())
        throw invalid_argument("--formula: groups are sampled by one process; start without mpirun");
    if (all.crew() && !own_files) input.rows = input.rows.share_out(all.crew());
    input.to_data_scale =
        rescale(input.rows, options.has_intercept(), {.centre = options.is_centred(), .standardize = options.standardize},
                has_cutpoints(options.model) ? input.labels.size() - 1 : 0);
    if (options.samples_noise()) input.to_data_scale.set_noise();
    return input;
}

}  // namespace firefly::program
