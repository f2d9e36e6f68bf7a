/// Draws from Stan CSV, of firefly and of CmdStan.
///
/// Each file is a chain: comments, a line of column names, rows. Columns that end in "__" are statistics, all others parameters; `W.2.1`
/// are elements of one array, in column-major order. What readers need besides stands in comments:
///
///     # num_samples = 1000, save_warmup = true, thin = 2      counts and places of the rows
///     # Adaptation terminated                                 rows above it are warm-up
///     #  Elapsed Time: 0.5 seconds (Warm-up) …                times of the chain
///     # firefly_KEY = value                                   the facts of a run of firefly; other readers ignore them
///     # firefly_feature_2 = distance, firefly_class_1 = …     what positions of beta and W are called
///
/// Facts that differ between the files of a run are joined: see `join_facts`. Numbers are read to the last bit; "nan" and "inf" are
/// numbers here, since Stan writes them. Reference: CmdStan User's Guide, "Stan CSV File Format".
module;
#include <filesystem>
#include <span>

export module firefly.draws:stan_csv_reader;

import :stored_draws;

namespace firefly {

/// Each file is a chain. Throws `data_error` with one line that names the file, the line, and what to do.
export stored_draws read_stan_csv(std::span<std::filesystem::path const> paths);

}  // namespace firefly
