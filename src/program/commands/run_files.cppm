/// The files of a run: the paths of logs and checkpoint, and checks that no file overwrites another.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

export module firefly.program.commands:run_files;

import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// Logs are kept beside this file; empty if the run keeps no files.
std::string base_name(sample_options const& options);

/// Also without --checkpoint, so that a killed run can be resumed; it is then removed when the run is complete.
std::filesystem::path checkpoint_path(sample_options const& options);

/// One per chain, beside the output.
std::vector<std::filesystem::path> log_paths(sample_options const& options);

/// Opens the logs of this process's chains: new ones, or with `records` existing ones cut to that many records. Throws `output_error` where
/// the system refuses, and leaves no new ones then.
run_logs open_logs(sample_options const& options, run_description const& description, std::vector<std::uint64_t> const& records,
                   std::function<bool(std::size_t)> const& is_mine);

/// Removes the checkpoint, then the logs: logs without a checkpoint are replaced by the next run. Throws `output_error`.
void remove_run(sample_options const& options, run_logs& logs);

/// Throws `invalid_argument` if an output would overwrite the data or another output.
void check_names(sample_options const& options, processes const& all);
/// Throws `invalid_argument`, before the data are read, if an output, the report, the checkpoint or a log cannot be made where its name says,
/// or would overwrite another kind of file, or the disk is full.
void check_places(sample_options const& options, processes const& all);
/// Throws `invalid_argument` if there is no room on the disk for the first thousand draws of this many parameters.
void check_space(sample_options const& options, std::size_t parameters);
/// The same when it is known how many parameters there are; warns if there is no room for all draws.
void check_space_for_all(sample_options const& options, std::size_t parameters);
/// Throws `invalid_argument` for several processes without a place for their logs.
void check_place_for_logs(sample_options const& options, processes const& all);

/// Raises the limit of open files: each chain has its log open.
void allow_many_files();

}  // namespace firefly::program
