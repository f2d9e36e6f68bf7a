/// What the parts of bench_paper share: samplers without their types, runs side by side, times in turns, and the book that paper.py reads.
///
/// A book is a folder: facts.jsonl has one JSON object a line; CASE.SAMPLER.RUN.npy has the draws of a run after burn-in, with ‖θ − θ*‖²_H as a
/// last column; CASE.SAMPLER.RUN.csv its trace from the start through burn-in.
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <malloc.h>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "measure.hpp"
#include "problems.hpp"

namespace firefly::bench::paper {

/// Processor seconds of this thread. Samplers run on one thread each and wait for nothing, so that on an idle machine this is the time by the
/// clock; on a busy one it does not count the others' turns.
inline double thread_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct settings {
    std::filesystem::path data = ".dev/data";
    std::filesystem::path book = ".dev/paper";
    bool smoke = false;  // a few iterations of everything, on a few rows where rows are made
    double share = 1;    // of all lengths, where there is little time

    /// So many iterations, or few.
    inline std::uint64_t count(std::uint64_t full) const {
        return smoke ? std::clamp<std::uint64_t>(full / 500, 40, 200)
                     : static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(full)));
    }
    inline int runs(int full) const { return smoke ? std::min(full, 2) : full; }
    /// A stint of a sampler when times are taken, at least.
    inline double stint_seconds() const { return smoke ? 0.002 : 0.2; }
};

/// One line of the facts.
class fact {
public:
    explicit fact(std::string const& kind) { text("kind", kind); }
    fact& text(std::string const& key, std::string const& value) { return add(key, "\"" + value + "\""); }
    fact& number(std::string const& key, double value) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.9g", value);
        return add(key, std::isfinite(value) ? digits : "null");
    }
    std::string line() const { return "{" + fields_ + "}\n"; }

private:
    fact& add(std::string const& key, std::string const& value) {
        fields_ += (fields_.empty() ? "\"" : ", \"") + key + "\": " + value;
        return *this;
    }

    std::string fields_;
};

class book {
public:
    explicit book(std::filesystem::path folder) : folder_(std::move(folder)) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        facts_.open(folder_ / "facts.jsonl");
    }

    void write(fact const& f) {
        std::scoped_lock const lock(mutex_);
        facts_ << f.line() << std::flush;
    }
    std::filesystem::path file(std::string const& name) const { return folder_ / name; }

private:
    std::filesystem::path folder_;
    std::ofstream facts_;
    std::mutex mutex_;
};

/// The next draw of a chain, whatever its type.
using stepper = std::function<draw const&()>;

template <class Chain>
stepper step_through(std::shared_ptr<Chain> chain) {
    return [chain = std::move(chain)]() -> draw const& {
        chain->advance();
        return chain->current();
    };
}

/// Where a chain starts.
using starting_point = std::function<vector(chain_options const&)>;

struct lengths {
    int runs;
    std::uint64_t burn_in, draws;
};

struct sampler {
    std::string name;
    lengths length;
    double start_queries;  // for the first z: all data are looked at once
    std::string
        effective_from;  // the case whose effective draws per iteration stand for this one's, where it is too short for its own
    std::function<stepper(chain_options const&)> start;
};

template <class M, class K>
sampler regular(M const& model, K const& kernel, starting_point const& from, lengths length, std::string name = "regular") {
    return {std::move(name), length, 0, {}, [=](chain_options const& options) {
                return step_through(make_regular_chain(model, kernel, options, as_view(from(options))));
            }};
}

/// The paper's algorithm: its implicit update with one q for all.
template <class M, class B, class K>
sampler fireflies(std::string name, joint<M, B> const& target, K const& kernel, double q, starting_point const& from,
                  lengths length) {
    return {std::move(name), length, static_cast<double>(target.model().rows().rows()), {}, [=](chain_options const& options) {
                return step_through(make_firefly_chain(target, kernel, implicit_update({.q = q}), options, as_view(from(options))));
            }};
}

/// What `firefly sample` without options runs.
template <class M>
sampler planned(plan<M> const& chosen, lengths length) {
    return {"default", length, 0, {}, [=](chain_options const& options) { return step_through(chosen.make_chain(options)); }};
}

template <class M>
starting_point from_prior(M const& model) {
    return [model](chain_options const& options) { return prior_draw(model, options); };
}

inline starting_point from_laplace(anchor const& at) {
    return [at](chain_options const& options) { return laplace_draw(at, options); };
}

/// This project's regular samplers, of which the better one is the control: batched independence Metropolis with the exact maximum, and
/// elliptical slices on all data.
template <class M>
void add_controls(std::vector<sampler>& list, M const& model, anchor const& at, lengths proposals, lengths slices) {
    preconditioner const shape(at.precision);
    list.push_back(regular(model, independence({at.theta, shape}), from_laplace(at), proposals, "independence"));
    list.push_back(regular(model, elliptical_slice({at.theta, shape}), from_laplace(at), slices, "elliptical"));
}

/// One standard deviation of an isotropic Gaussian with the posterior's mean precision.
inline double isotropic_scale(anchor const& at) {
    vector unit = zeros(at.theta.size());
    double trace = 0;
    for (std::size_t i = 0; i < unit.size(); ++i) {
        unit(i) = 1;
        trace += at.precision.squared_norm(as_view(unit));
        unit(i) = 0;
    }
    return std::sqrt(static_cast<double>(unit.size()) / trace);
}

/// Seconds and the highest memory beside what was there, of something that is made.
class stopwatch {
public:
    stopwatch() {
        malloc_trim(0);                               // what was freed before is nobody's
        std::ofstream("/proc/self/clear_refs") << 5;  // the highest so far is forgotten
        before_ = process_memory("VmRSS");
        start_ = thread_seconds();
    }
    double seconds() const { return thread_seconds() - start_; }
    double bytes() const { return process_memory("VmHWM") - before_; }

private:
    double before_, start_;
};

/// Iterations at which a trace has a point: 1, 2, …, then ever sparser, about 200 in all.
inline std::vector<std::uint64_t> trace_points(std::uint64_t length) {
    std::vector<std::uint64_t> points;
    for (double x = 1; x <= static_cast<double>(length); x *= std::pow(static_cast<double>(length), 1.0 / 200))
        if (points.empty() || static_cast<std::uint64_t>(x) > points.back()) points.push_back(static_cast<std::uint64_t>(x));
    return points;
}

/// An experiment: one posterior, several samplers.
template <class M>
class experiment {
public:
    experiment(settings const& how, book& out, std::string name, M model, anchor at, bool traced)
        : how_(how), out_(out), name_(std::move(name)), model_(std::move(model)), at_(std::move(at)), traced_(traced) {
        out_.write(fact("case")
                       .text("case", name_)
                       .number("rows", static_cast<double>(model_.rows().rows()))
                       .number("columns", static_cast<double>(model_.rows().columns()))
                       .number("dimension", static_cast<double>(model_.dimension()))
                       .number("log posterior at the maximum", regular_density(model_, as_view(at_.theta)).current().log_density));
    }

    /// All runs of all samplers on two threads; then, alone and in turns, what an iteration takes.
    void run(std::vector<sampler> const& samplers) {
        std::vector<std::pair<std::size_t, std::uint32_t>> tasks;
        for (std::size_t i = 0; i < samplers.size(); ++i)
            for (int run = 0; run < samplers[i].length.runs; ++run) tasks.emplace_back(i, run);
        std::vector<stepper> kept(samplers.size());
        std::atomic<std::size_t> next = 0;
        std::mutex failing;
        std::exception_ptr failure;
        auto const work = [&] {
            for (std::size_t task = next++; task < tasks.size(); task = next++) try {
                    auto const [i, run] = tasks[task];
                    stepper chain = run_one(samplers[i], run);
                    if (run == 0) kept[i] = std::move(chain);
                } catch (...) {
                    std::scoped_lock const lock(failing);
                    failure = std::current_exception();
                    next = tasks.size();
                }
        };
        {
            std::jthread const other(work);
            work();
        }
        if (failure) std::rethrow_exception(failure);
        time(samplers, kept);
    }

private:
    stepper run_one(sampler const& by, std::uint32_t run) {
        auto const [runs, burn_in, draws] = by.length;
        std::string const file = name_ + "." + by.name + "." + std::to_string(run);
        npy_writer output(out_.file(file + ".npy"), model_.dimension() + 1);
        std::ofstream trace;
        std::vector<std::uint64_t> points;
        std::optional<regular_density<M>> density;
        if (traced_) {
            trace.open(out_.file(file + ".csv"));
            trace << "iteration,log_posterior,queries,bright\n";
            points = trace_points(burn_in + draws);
            density.emplace(model_, as_view(at_.theta));
        }
        auto const wall = clock::now();
        double const start = thread_seconds();
        double apart = 0;  // seconds that belong to the trace and the output
        stepper next = by.start({.seed = 31, .chain = run, .warm_up = burn_in});
        double queries = by.start_queries, since = 0, bright = 0, acceptance = 0, burn_in_queries = 0, burn_in_seconds = 0;
        vector displacement = at_.theta;
        std::vector<double> row(model_.dimension() + 1);
        auto point = points.begin();
        for (std::uint64_t i = 0; i < burn_in + draws; ++i) {
            if (i == burn_in) {
                burn_in_queries = std::exchange(queries, 0);
                burn_in_seconds = thread_seconds() - start - apart;
            }
            draw const& d = next();
            queries += static_cast<double>(d.queries());
            since += static_cast<double>(d.queries());
            double const pause = thread_seconds();
            if (i >= burn_in) {
                bright += static_cast<double>(d.z.bright);
                acceptance += d.acceptance;
                std::ranges::copy(d.theta, row.begin());
                std::ranges::transform(d.theta, at_.theta, displacement.begin(), std::minus{});
                row.back() = at_.precision.squared_norm(as_view(displacement));
                output.append(row);
            }
            if (point != points.end() && i + 1 == *point) {
                double const steps = static_cast<double>(*point - (point == points.begin() ? 0 : *(point - 1)));
                trace << i + 1 << ',' << density->evaluate(as_view(d.theta)) << ',' << std::exchange(since, 0) / steps << ','
                      << d.z.bright << '\n';
                ++point;
            }
            apart += thread_seconds() - pause;
        }
        output.finish();
        double const sampled = thread_seconds() - start - apart - burn_in_seconds, many = static_cast<double>(draws);
        out_.write(fact("run")
                       .text("case", name_)
                       .text("sampler", by.name)
                       .text("effective_from", by.effective_from)
                       .number("run", run)
                       .number("burn_in", static_cast<double>(burn_in))
                       .number("draws", many)
                       .number("burn_in_queries", burn_in_queries)
                       .number("burn_in_seconds", burn_in_seconds)
                       .number("queries", queries / many)
                       .number("seconds", sampled / many)
                       .number("bright", bright / many)
                       .number("acceptance", acceptance / many));
        std::printf(
            "  %-28s %-13s run %u of %d: %llu + %llu iterations in %.1f s, %.4g queries per iteration, %.4g bright, acceptance %.3f\n",
            name_.c_str(), by.name.c_str(), run + 1, runs, static_cast<unsigned long long>(burn_in),
            static_cast<unsigned long long>(draws), seconds_since(wall), queries / many, bright / many, acceptance / many);
        std::fflush(stdout);
        return next;
    }

    /// Seconds a query, medians of five turns. Of a query, because slices and batches make iterations unequal.
    void time(std::vector<sampler> const& samplers, std::vector<stepper> const& kept) {
        struct stint {
            std::uint64_t iterations;
            std::vector<double> seconds_a_query = {};
        };
        // As many as are asked for, and on until there is a query: a batch has none between its proposals.
        auto const measure = [](stepper const& next, std::uint64_t iterations) {
            double const start = thread_seconds();
            double queries = 0;
            do
                for (std::uint64_t i = 0; i < iterations; ++i) queries += static_cast<double>(next().queries());
            while (queries == 0);
            return std::pair(thread_seconds() - start, queries);
        };
        std::vector<stint> stints;
        for (stepper const& next : kept) {
            stints.push_back({1});
            while (measure(next, stints.back().iterations).first <= how_.stint_seconds()) stints.back().iterations *= 2;
        }
        for (int turn = 0; turn < 5; ++turn)
            for (std::size_t i = 0; i < kept.size(); ++i) {
                auto const [seconds, queries] = measure(kept[i], stints[i].iterations);
                stints[i].seconds_a_query.push_back(seconds / queries);
            }
        for (std::size_t i = 0; i < kept.size(); ++i) {
            auto& list = stints[i].seconds_a_query;
            std::ranges::sort(list);
            out_.write(fact("time")
                           .text("case", name_)
                           .text("sampler", samplers[i].name)
                           .number("seconds_a_query", list[list.size() / 2])
                           .number("iterations", static_cast<double>(5 * stints[i].iterations)));
        }
    }

    settings how_;
    book& out_;
    std::string name_;
    M model_;
    anchor at_;
    bool traced_;
};

template <class M>
void note_plan(book& out, std::string const& name, plan<M> const& chosen, double seconds, double bytes) {
    std::string words;
    for (auto const& reason : chosen.reasons()) words += (words.empty() ? "" : " ") + reason;
    std::printf("  %s: %s\n", name.c_str(), words.c_str());
    out.write(fact("set-up")
                  .text("case", name)
                  .text("sampler", "default")
                  .text("words", words)
                  .number("seconds", seconds)
                  .number("bytes", bytes));
}

// The parts: see paper.cpp.
void mnist_part(settings const&, book&);
void scaling_part(settings const&, book&);
void imbalance_part(settings const&, book&);
void cifar_part(settings const&, book&);
void flights_part(settings const&, book&);
void molecules_part(settings const&, book&);

}  // namespace firefly::bench::paper
