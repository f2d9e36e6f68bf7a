/// Draws from Stan CSV, of firefly and of CmdStan, and back.
///
/// One file a chain: comments, a line of column names, rows. Columns that end in "__" are statistics, all others parameters; `W.2.1`
/// are elements of one array, in column-major order. What readers need besides stands in comments:
///
///     # num_samples = 1000, save_warmup = true, thin = 2      counts and places of the rows
///     # Adaptation terminated                                 rows above it are warm-up: passed over, and counted
///     #  Elapsed Time: 0.5 seconds (Warm-up) …                times of the chain
///     # firefly_KEY = value                                   the facts of a run of firefly; other readers ignore them
///     # firefly_feature_2 = distance, firefly_class_1 = …     what positions of beta and W are called
///
/// Facts that differ between the files of a run are joined: see `join_facts`. A value has its backslashes and line breaks escaped, since a name may hold any letter. Numbers are read to the last bit; "nan" and
/// "inf" are numbers here, since Stan writes them. Reference: CmdStan User's Guide, "Stan CSV File Format".
module;
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

export module firefly.draws:stan_csv_draws;

import :stored_draws;

namespace firefly {

/// Each file a chain. Throws `data_error` with one line that names the file, the line, and what to do.
export stored_draws read_stan_csv(std::span<std::filesystem::path const> paths);

/// One file a chain, named as `chain_paths` does. Throws `output_error`.
export void write_stan_csv(std::filesystem::path const& path, stored_draws const& draws);

/// `# firefly_KEY = value`, with its line break.
std::string fact_comment(std::string_view key, std::string_view value);

/// `feature_1`, …, `class_1`, …: how comments say what positions of beta and W are called.
export fact_list label_facts(std::span<std::string const> features, std::span<std::string const> classes);

}  // namespace firefly
