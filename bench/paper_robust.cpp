/// The robust parts of bench_paper: flights and molecules, Student-t with four degrees of freedom, scale 1, under a Laplace prior of scale 1.
#include <string>
#include <utility>
#include <vector>

#include "paper.hpp"

namespace firefly::bench::paper {

namespace {

/// The first of every n rows.
data_set every(data_set const& all, row_index stride) {
    row_index const rows = all.target.size() / stride, columns = all.features.shape(1);
    data_set some{zeros(rows, columns), zeros(rows), all.columns, all.target_name, {}};
    for (row_index n = 0; n < rows; ++n) {
        some.target(n) = all.target(n * stride);
        for (row_index d = 0; d < columns; ++d) some.features(n, d) = all.features(n * stride, d);
    }
    return some;
}

struct plan_of_runs {
    lengths regular, untuned, tuned, chosen, proposals, slices;  // no runs: that sampler is left out
    bool prior_start;
    std::string effective_from;  // of regular and untuned, where they are too short for their own
};

void run_robust(settings const& how, book& out, std::string const& name, robust_model const& model, plan_of_runs const& with) {
    stopwatch const clock_of_map;
    anchor const at = find_map(model);
    joint const tuned(model, student_t_bound::anchored(model, at.theta));
    out.write(fact("set-up").text("case", name).text("sampler", "MAP-tuned").number("seconds", clock_of_map.seconds()));
    joint const untuned(model, student_t_bound::untuned(model));
    stopwatch const clock_of_plan;
    plan const chosen(model);
    note_plan(out, name, chosen, clock_of_plan.seconds(), clock_of_plan.bytes());

    // One line an iteration, as the paper's counts of queries imply. Where a chain starts near its end, so does the width.
    slice const along_lines({.width = with.prior_start ? 1 : 3 * isotropic_scale(at), .lines = slice_lines::random_direction});
    starting_point const start = with.prior_start ? from_prior(model) : from_laplace(at);
    std::vector<sampler> list{regular(model, along_lines, start, with.regular),
                              fireflies("untuned", untuned, along_lines, 0.1, start, with.untuned),
                              fireflies("MAP-tuned", tuned, along_lines, 0.01, start, with.tuned), planned(chosen, with.chosen)};
    list[0].effective_from = list[1].effective_from = with.effective_from;
    add_controls(list, model, at, with.proposals, with.slices);
    std::erase_if(list, [](sampler const& s) { return s.length.runs == 0; });
    experiment(how, out, name, model, at, with.prior_start).run(list);
}

}  // namespace

void flights_part(settings const& how, book& out) {
    data_set all = labelled((how.data / "flights").string(), target_kind::numeric);
    auto const named = [](data_set const& data) { return "flights, " + std::to_string(data.target.size()) + " rows"; };
    // From prior draws: what burn-in costs grows with N, and is out of reach for all rows.
    data_set few = every(all, how.smoke ? 3 : 180);
    std::string const smallest = named(few);
    run_robust(how, out, smallest, robust(std::move(few)),
               {.regular = {how.runs(5), how.count(4'000), how.count(8'000)},
                .untuned = {how.runs(5), how.count(4'000), how.count(8'000)},
                .tuned = {how.runs(5), how.count(4'000), how.count(40'000)},
                .chosen = {how.runs(5), how.count(500), how.count(10'000)},
                .proposals = {how.runs(2), how.count(64), how.count(3'200)},
                .slices = {how.runs(2), how.count(40), how.count(1'000)},
                .prior_start = true,
                .effective_from = ""});
    data_set some = every(all, how.smoke ? 2 : 18);
    std::string const part = named(some);
    run_robust(how, out, part, robust(std::move(some)),
               {.regular = {how.runs(4), how.count(500), how.count(8'000)},
                .untuned = {how.runs(2), how.count(200), how.count(4'000)},
                .tuned = {how.runs(2), how.count(500), how.count(20'000)},
                .chosen = {how.runs(2), how.count(500), how.count(10'000)},
                .proposals = {how.runs(2), how.count(64), how.count(1'280)},
                .slices = {how.runs(2), how.count(40), how.count(600)},
                .prior_start = false,
                .effective_from = ""});
    run_robust(how, out, "flights", robust(std::move(all)),
               {.regular = {1, how.count(20), how.count(200)},
                .untuned = {1, how.count(20), how.count(100)},
                .tuned = {how.runs(4), how.count(500), how.count(10'000)},
                .chosen = {how.runs(5), how.count(500), how.count(20'000)},
                .proposals = {how.runs(2), how.count(32), how.count(320)},
                .slices = {1, how.count(20), how.count(100)},
                .prior_start = false,
                .effective_from = part});
}

void molecules_part(settings const& how, book& out) {
    robust_model const model = robust(orthogonal(labelled((how.data / "molecules").string(), target_kind::numeric)));
    run_robust(how, out, "molecules", model,
               {.regular = {how.runs(5), how.count(500), how.count(8'000)},
                .untuned = {how.runs(5), how.count(500), how.count(8'000)},
                .tuned = {how.runs(5), how.count(2'000), how.count(100'000)},
                .chosen = {how.runs(5), how.count(1'000), how.count(20'000)},
                .proposals = {how.runs(2), how.count(64), how.count(3'200)},
                .slices = {how.runs(2), how.count(100), how.count(1'000)},
                .prior_start = false,
                .effective_from = ""});
    // Some columns are carried by a few molecules. A prior draw far out makes outliers of these, and a chain may stay there: for the trace.
    lengths const none{};
    run_robust(how, out, "molecules, from prior draws", model,
               {.regular = {how.runs(5), how.count(2'000), how.count(2'000)},
                .untuned = {how.runs(5), how.count(2'000), how.count(2'000)},
                .tuned = {how.runs(5), how.count(10'000), how.count(50'000)},
                .chosen = none,
                .proposals = none,
                .slices = none,
                .prior_start = true,
                .effective_from = ""});
}

}  // namespace firefly::bench::paper
