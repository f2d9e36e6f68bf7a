/// bench_defaults [PART…]: the default sampler against every other one of the library, in effective draws per second, and the plan's costs
/// of an iteration against measured times. Parts: synthetic, rare, mnist, cifar, molecules, flights; all when none is named. Real data come from
/// `./dev data`; a part whose data are not there says so and is passed over. Writes the table of docs/speed.md to bench/results/defaults.md.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parts.hpp"
#include "records.hpp"

#include "measure.hpp"
#include "problems.hpp"

using namespace firefly;
using namespace firefly::bench;

namespace {

/// A sampler of one posterior: what was measured of it, and the plan's cost of an iteration in nanoseconds.
struct contender {
    std::string name;
    std::function<void(std::uint64_t)> advance;
    measurement seen;
    std::optional<double> estimate;
    bool is_default;
    double nanoseconds = 0;  // an iteration takes

    double per_second() const { return 1e9 * seen.effective() / nanoseconds; }
};

/// Three digits, thousands apart.
std::string readable(double value) {
    if (value < 100) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", value);
        return text;
    }
    double const unit = std::pow(10, std::floor(std::log10(value)) - 2);
    std::string digits = std::to_string(std::llround(std::round(value / unit) * unit));
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
    return digits;
}

class comparison {
public:
    template <class M>
    void compare(std::string const& name, M const& model) {
        std::printf("%s\n", name.c_str());
        plan const chosen(model);
        for (auto const& reason : chosen.reasons()) std::printf("  %s\n", reason.c_str());
        anchor const& at = chosen.at();
        workload const load = workload_of(model);
        std::vector<contender> field;
        auto const enter = [&](std::string const& what, auto const& chain, auto const& estimate, bool is_default) {
            measurement const m = measure(*chain, at.theta, at.precision, 200, 50'000, 15);
            auto const advance = [chain](std::uint64_t iterations) {
                for (std::uint64_t i = 0; i < iterations; ++i) chain->advance();
            };
            field.push_back({what, advance, m, estimate(m), is_default});
        };
        chain_options const options{.seed = 14, .warm_up = 200};
        choice<kernel_kind> const taken = chosen.chosen().kernel;
        auto const of_firefly = [&](measurement const& m) -> std::optional<double> {
            return firefly_work({.mean = {}, .bright = m.bright, .queries = m.queries}, load);
        };
        auto const on_all_data = [&](kernel_kind kernel) {
            return [=](measurement const& m) -> std::optional<double> {
                return regular_work(kernel, m.queries / static_cast<double>(load.rows), load);
            };
        };
        auto const without = [](measurement const&) -> std::optional<double> { return {}; };
        plan const by_firefly(model, firefly_only);
        enter("bright Gibbs", by_firefly.make_chain(options), of_firefly, taken == choice(kernel_kind::bright_gibbs));
        for (kernel_kind const kernel : {kernel_kind::independence, kernel_kind::elliptical_slice})
            enter(kernel == kernel_kind::independence ? "independence Metropolis" : "elliptical slices",
                  chosen.make_control(kernel, options), on_all_data(kernel), taken == choice(kernel));
        elliptical_slice const ellipse({at.theta, preconditioner(at.precision)});
        enter("elliptical slices on bright data",
              make_firefly_chain(by_firefly.target(), ellipse, by_firefly.updater(), options, as_view(at.theta)), without, false);
        time(field);
        note(name, field);
    }

    /// Limits of all figures, and the table.
    void finish(records& figures) const;

private:
    struct estimated {
        std::string what;
        double ratio;  // of the plan's cost to the measured time
    };

    /// What measuring costs is not the chain's: timed apart, in turns.
    static void time(std::vector<contender>& field) {
        std::vector<std::function<void()>> calls;
        std::vector<double> iterations;
        for (contender const& c : field) {
            // About a fifth of a second.
            auto const some = static_cast<std::uint64_t>(std::max(32.0, 0.2 * c.seen.draws / c.seen.seconds)) / 32 * 32;
            calls.push_back([&c, some] { c.advance(some); });
            iterations.push_back(static_cast<double>(some));
        }
        std::vector<double> const seconds = seconds_in_turns(5, calls);
        for (std::size_t i = 0; i < field.size(); ++i) field[i].nanoseconds = 1e9 * seconds[i] / iterations[i];
    }

    void note(std::string const& name, std::vector<contender> const& field) {
        double best = 0, defaults = 0;
        std::string line = "| " + name;
        for (contender const& c : field) {
            best = std::max(best, c.per_second());
            if (c.is_default) defaults = c.per_second();
            std::printf(
                "  %-34s ESS/it %.3f; ‖·‖² %.3f  M %.3g  queries %.4g  accepts %.2f  %.3g µs (estimated %.3g)  %.4g per second\n",
                c.name.c_str(), c.seen.worst, c.seen.even, c.seen.bright, c.seen.queries, c.seen.acceptance, 1e-3 * c.nanoseconds,
                1e-3 * c.estimate.value_or(0), c.per_second());
            if (c.estimate) estimates_.push_back({name + ", " + c.name, *c.estimate / c.nanoseconds});
            std::string const number = readable(c.per_second());
            line += c.is_default ? " | **" + number + "**" : " | " + number;
        }
        std::fflush(stdout);
        table_.push_back(line + " |");
        shares_.emplace_back(name, defaults / best);
    }

    std::vector<estimated> estimates_;
    std::vector<std::string> table_;
    std::vector<std::pair<std::string, double>> shares_;
};

void comparison::finish(records& figures) const {
    for (auto const& [name, share] : shares_)
        figures.at_least(0.9, name + ": effective draws per second of the default against the best", share, "");
    // Only ratios matter: costs may all be off by one factor, which a processor has.
    double mean = 0;
    for (estimated const& e : estimates_) mean += std::log(e.ratio) / static_cast<double>(estimates_.size());
    for (estimated const& e : estimates_)
        figures.at_most(1.25, e.what + ": the plan's cost of an iteration against its time",
                        std::exp(std::abs(std::log(e.ratio) - mean)), "times, either way");
    std::filesystem::create_directories("bench/results");
    std::ofstream out("bench/results/defaults.md");
    out << "| effective draws per second | bright Gibbs | independence Metropolis, all data | elliptical slices, all data | elliptical "
           "slices, bright data |\n| --- | --- | --- | --- | --- |\n";
    for (std::string const& line : table_) out << line << "\n";
}

void synthetic_part(comparison& all) {
    for (row_index const rows : {200u, 1'000u, 10'000u, 100'000u, 1'000'000u})
        all.compare("synthetic, 51 columns, N = " + std::to_string(rows), synthetic(rows));
    for (row_index const rows : {200u, 1'000u, 10'000u})
        all.compare("synthetic, 4 columns, N = " + std::to_string(rows), synthetic(rows, 4));
}

void rare_part(comparison& all) {
    data_set rare = synthetic_logistic({.rows = 20'000, .columns = 6, .seed = 3});
    int left = 5;
    for (double& t : rare.target) t = t > 0.5 && left-- > 0 ? 1 : 0;
    all.compare("5 positives in 20,000", posterior(logistic{}, gaussian_prior(2.5), dense_rows(std::move(rare))));
    all.compare("10 positives in 10⁶", ten_in_a_million());
}

}  // namespace

int main(int count, char** arguments) {
    comparison all;
    std::string const molecules = ".dev/data/molecules", flights = ".dev/data/flights";
    bool const known = run_parts(
        {{"synthetic", [&] { synthetic_part(all); }},
         {"rare", [&] { rare_part(all); }},
         {"mnist", [&] { all.compare("MNIST", mnist()); }, ".dev/data/mnist"},
         {"cifar", [&] { all.compare("CIFAR", cifar()); }, ".dev/data/cifar"},
         {"molecules", [&] { all.compare("molecules", robust(orthogonal(labelled(molecules, target_kind::numeric)))); }, molecules},
         {"flights", [&] { all.compare("flights", robust(labelled(flights, target_kind::numeric))); }, flights}},
        {arguments + 1, arguments + count});
    if (!known) return 2;
    records figures("defaults");
    all.finish(figures);
    return figures.finish("bench/results") ? 0 : 1;
}
