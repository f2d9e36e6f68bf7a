module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;
import firefly.program.after;

namespace firefly::program {

namespace {

/// The files of draws as arguments of a command.
std::string files_of(sample_options const& options) {
    std::string result;
    for (auto const& path : output_paths(options)) result += (result.empty() ? "" : " ") + in_shell(path.string());
    return result;
}

std::string place_of_draws(ended_run const& run) {
    sample_options const& options = run.options;
    std::size_t const chains = run.chains.size();
    std::string const what = fmt::format("{} chain{} of {}", chains, chains == 1 ? "" : "s", draws_in_words(run.chains));
    auto const files = output_paths(options);
    if (files.size() == 1) return fmt::format("{} in {}", what, files.front().string());
    if (!files.empty()) return fmt::format("{} in {} to {}", what, files.front().string(), files.back().string());
    return run.can_go_on ? fmt::format("{}, only in the logs beside {}", what, checkpoint_path(options).string())
                         : fmt::format("{}, which were not kept, for want of --output", what);
}

/// "the warning above", "the 3 warnings above".
std::string above(std::size_t count, char const* what) {
    return count == 1 ? fmt::format("the {} above", what) : fmt::format("the {} {}s above", count, what);
}

std::string trust_in_words(run_verdict const& verdict) {
    std::string figures;
    if (verdict.r_hat > 0)
        figures = fmt::format("R-hat is at most {:.3f}, and each parameter has {:.0f} effective draws or more.", verdict.r_hat,
                              std::floor(verdict.effective));
    if (verdict.is_too_short) return fmt::format("not yet, the chains are too short{}{}", figures.empty() ? "." : ": ", figures);
    if (verdict.warnings > 0) return fmt::format("not before you have looked into {}.", above(verdict.warnings, "warning"));
    if (verdict.notes > 0) return fmt::format("yes, with {} in mind. {}", above(verdict.notes, "note"), figures);
    return fmt::format("yes. No problems found: {}", figures);
}

std::string longer_run(ended_run const& run) {
    std::string const checkpoint = in_shell(checkpoint_path(run.options).string());
    if (run.end == run_end::out_of_time)
        return run.can_go_on ? fmt::format("firefly resume {} --max-time TIME, with more of it", checkpoint)
                             : std::string("run longer: the same command with more --max-time");
    return run.can_go_on ? fmt::format("firefly resume {} --draws {}", checkpoint, enough_draws(run))
                         : fmt::format("run longer: the same command with --draws {}", enough_draws(run));
}

std::string next_in_words(ended_run const& run) {
    sample_options const& options = run.options;
    if (run.end == run_end::signalled && run.can_go_on)
        return fmt::format("to go on: firefly resume {}", in_shell(checkpoint_path(options).string()));
    if (run.verdict.is_too_short) return longer_run(run);
    if (options.output.empty()) return "to keep draws, the same command with --output draws.nc";
    std::string const first = run.verdict.warnings > 0 ? "do as the warnings say, and look at the plots: " : "";
    return options.report.empty() ? fmt::format("{}firefly report {} --output report.html", first, files_of(options))
                                  : fmt::format("{}open {}", first, options.report);
}

}  // namespace

run_verdict verdict_on(std::vector<summary> const& lines, std::vector<finding> const& findings) {
    run_verdict result;
    for (auto const& one : findings) {
        ++(one.how == finding::severity::warning ? result.warnings : result.notes);
        result.is_too_short |= one.is_of_length;
    }
    for (auto const& line : lines) {
        if (std::isfinite(line.r_hat)) result.r_hat = std::max(result.r_hat, line.r_hat);
        for (double const size : {line.ess_bulk, line.ess_tail})
            if (std::isfinite(size)) result.effective = std::min(result.effective, size);
    }
    return result;
}

std::string draws_in_words(std::vector<chain_result> const& chains) {
    auto const [least, most] = std::ranges::minmax(chains, {}, &chain_result::kept);
    return least.kept == most.kept ? fmt::format("{} draws", most.kept) : fmt::format("{} to {} draws", least.kept, most.kept);
}

std::uint64_t enough_draws(ended_run const& run) {
    double const drawn =
        static_cast<double>(std::ranges::max(run.chains, {}, &chain_result::kept).kept) * static_cast<double>(run.options.run.thin);
    double const wanted = 100 * static_cast<double>(run.chains.size());
    double const enough = drawn * std::clamp(1.5 * wanted / run.verdict.effective, 2.0, 100.0);
    double const unit = portable::pow(10.0, std::max(0.0, std::floor(portable::log10(enough)) - 1));
    return static_cast<std::uint64_t>(std::ceil(enough / unit) * unit);
}

std::string last_words(ended_run const& run) {
    if (std::ranges::none_of(run.chains, [](chain_result const& chain) { return chain.kept > 0; }))
        return fmt::format("Draws: none after warm-up.\nNext: {}\n",
                           run.can_go_on
                               ? fmt::format("to go on: firefly resume {}", in_shell(checkpoint_path(run.options).string()))
                               : std::string("the same command with more time"));
    return fmt::format("Draws: {}\nTrust: {}\nNext: {}\n", place_of_draws(run), trust_in_words(run.verdict), next_in_words(run));
}

}  // namespace firefly::program
