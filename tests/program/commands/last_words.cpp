/// White box: a unit of the module, since only the end of a run has last words.
module;
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

module firefly.program.commands;

import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

namespace {

sample_options to(std::string output) {
    sample_options options;
    options.output = std::move(output);
    options.run.chains = 2;
    return options;
}

std::vector<chain_result> const both{{.kept = 1000}, {.kept = 1000}};
constexpr run_verdict sound{.r_hat = 1.0012, .effective = 3573.8};
constexpr run_verdict too_short{.warnings = 2, .is_too_short = true, .r_hat = 1.2, .effective = 50};

summary line(double r_hat, double bulk, double tail) {
    summary result{};
    result.r_hat = r_hat;
    result.ess_bulk = bulk;
    result.ess_tail = tail;
    return result;
}

}  // namespace

TEST_CASE("draws are counted, as a range where chains differ") {
    CHECK(draws_in_words({{.kept = 812}, {.kept = 812}}) == "812 draws");
    CHECK(draws_in_words({{.kept = 812}, {.kept = 790}}) == "790 to 812 draws");
}

TEST_CASE("a sound run ends with its draws, the reason to trust them, and the command that shows them") {
    CHECK(last_words({to("my draws.nc"), both, run_end::all_drawn, false, sound}) ==
          "Draws: 2 chains of 1000 draws in my draws.nc\n"
          "Trust: yes. No problems found: R-hat is at most 1.001, and each parameter has 3573 effective draws or more.\n"
          "Next: firefly report 'my draws.nc' --output report.html\n");
    auto options = to("draws.csv");
    auto const words = last_words({options, both, run_end::all_drawn, false, sound});
    CHECK(words.starts_with("Draws: 2 chains of 1000 draws in draws_1.csv to draws_2.csv\n"));
    CHECK(words.ends_with("Next: firefly report draws_1.csv draws_2.csv --output report.html\n"));
    options.report = "report.html";
    CHECK(last_words({options, both, run_end::all_drawn, false, sound}).ends_with("\nNext: open report.html\n"));
}

TEST_CASE("a run that is too short says how long is long enough, and how to get there") {
    auto const options = to("draws.nc");
    ended_run run{options, both, run_end::all_drawn, false, too_short};
    CHECK(last_words(run) ==
          "Draws: 2 chains of 1000 draws in draws.nc\n"
          "Trust: not yet, the chains are too short: R-hat is at most 1.200, and each parameter has 50 effective draws or more.\n"
          "Next: run longer: the same command with --draws 6000\n");
    run.can_go_on = true;
    CHECK(last_words(run).ends_with("\nNext: firefly resume draws.nc.checkpoint --draws 6000\n"));
    run.end = run_end::out_of_time;
    CHECK(last_words(run).ends_with("\nNext: firefly resume draws.nc.checkpoint --max-time TIME, with more of it\n"));
    run.can_go_on = false;
    CHECK(last_words(run).ends_with("\nNext: run longer: the same command with more --max-time\n"));
    run.verdict.r_hat = 0;
    CHECK(last_words(run).find("\nTrust: not yet, the chains are too short.\n") != std::string::npos);
}

TEST_CASE("draws are enough when they have one and a half times the effective ones that are wanted, and twice as many at least") {
    auto options = to("draws.nc");
    auto const enough = [&](double effective) {
        run_verdict const verdict{.effective = effective};
        return enough_draws({options, both, run_end::all_drawn, false, verdict});
    };
    CHECK(enough(190) == 2000);
    CHECK(enough(91) == 3300);  // 3297
    CHECK(enough(1) == 100'000);
    options.run.thin = 5;
    CHECK(enough(190) == 10'000);
}

TEST_CASE("a run that a signal stopped goes on, whatever else was found") {
    auto const options = to("draws.nc");
    for (auto const& verdict : {sound, too_short})
        CHECK(last_words({options, both, run_end::signalled, true, verdict})
                  .ends_with("\nNext: to go on: firefly resume draws.nc.checkpoint\n"));
    std::vector<chain_result> const nothing(2);
    CHECK(last_words({options, nothing, run_end::signalled, true, {}}) ==
          "Draws: none after warm-up.\nNext: to go on: firefly resume draws.nc.checkpoint\n");
}

TEST_CASE("warnings and notes are counted, and notes do not take the trust away") {
    auto const options = to("draws.nc");
    auto const words = [&](run_verdict const& verdict) { return last_words({options, both, run_end::all_drawn, false, verdict}); };
    CHECK(words({.warnings = 1, .r_hat = 1, .effective = 900})
              .find("\nTrust: not before you have looked into the warning above.\n") != std::string::npos);
    CHECK(words({.warnings = 3, .notes = 1, .r_hat = 1, .effective = 900})
              .find("the 3 warnings above.\nNext: do as the warnings say") != std::string::npos);
    CHECK(words({.notes = 1, .r_hat = 1, .effective = 900})
              .find("\nTrust: yes, with the note above in mind. R-hat is at most 1.000, and") != std::string::npos);
}

TEST_CASE("draws that nobody keeps are said to be lost, or to be in the logs") {
    sample_options options = to("");
    CHECK(last_words({options, both, run_end::all_drawn, false, sound})
              .starts_with("Draws: 2 chains of 1000 draws, which were not kept, for want of --output\n"));
    CHECK(last_words({options, both, run_end::all_drawn, false, sound})
              .ends_with("Next: to keep draws, the same command with --output draws.nc\n"));
    options.checkpoint = "run.checkpoint";
    CHECK(last_words({options, both, run_end::all_drawn, true, sound})
              .starts_with("Draws: 2 chains of 1000 draws, only in the logs beside run.checkpoint\n"));
}

TEST_CASE("the verdict has the worst of all parameters, and passes over what cannot be computed") {
    using enum finding::severity;
    auto const verdict = verdict_on({line(1.001, 900, 800), line(1.004, 700, 750), line(NAN, NAN, NAN)},
                                    {{warning, "a", "b", true}, {warning, "c", "d"}, {note, "e", "f"}});
    CHECK(verdict.r_hat == 1.004);
    CHECK(verdict.effective == 700);
    CHECK(verdict.warnings == 2);
    CHECK(verdict.notes == 1);
    CHECK(verdict.is_too_short);
    CHECK_FALSE(verdict_on({line(1, 900, 900)}, {{warning, "c", "d"}}).is_too_short);
}
