/// The softmax part of bench_paper: airplane, automobile, bird.
#include <string>
#include <vector>

#include "paper.hpp"

namespace firefly::bench::paper {

void cifar_part(settings const& how, book& out) {
    auto const model = cifar((how.data / "cifar").string());
    stopwatch const clock_of_map;
    anchor const at = find_map(model);
    joint const tuned(model, bohning::anchored(model, at.theta));
    out.write(fact("set-up").text("case", "CIFAR").text("sampler", "MAP-tuned").number("seconds", clock_of_map.seconds()));
    joint const untuned(model, bohning::untuned(model));
    stopwatch const clock_of_plan;
    plan const chosen(model);
    note_plan(out, "CIFAR", chosen, clock_of_plan.seconds(), clock_of_plan.bytes());

    mala const langevin({.step = 0.01});
    starting_point const start = from_prior(model);
    std::vector<sampler> list{
        regular(model, langevin, start, {how.runs(5), how.count(700), how.count(1'500)}),
        fireflies("untuned", untuned, langevin, 0.1, start, {how.runs(5), how.count(700), how.count(1'500)}),
        fireflies("MAP-tuned", tuned, langevin, 0.01, start, {how.runs(5), how.count(2'000), how.count(20'000)}),
        planned(chosen, {how.runs(5), how.count(100), how.count(800)})};
    add_controls(list, model, at, {how.runs(5), how.count(64), how.count(2'560)}, {how.runs(5), how.count(40), how.count(400)});
    experiment(how, out, "CIFAR", model, at, true).run(list);
}

}  // namespace firefly::bench::paper
