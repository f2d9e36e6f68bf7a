/// The checks behind `find_problems`: their input, and what they have found.
module;
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after:examination;

import firefly;
import :finding;

namespace firefly::program {

inline constexpr std::size_t most_names = 3;  // at most this many parameters are named in a sentence

inline double mean_of(std::span<double const> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean over chains of a fact that is a number for every chain; empty otherwise.
std::optional<double> mean_fact(fact_list const& facts, std::string_view key);

struct examination {
    stored_draws const& draws;
    std::vector<summary> const& lines;  // of parameters, then of contrasts
    std::vector<finding> found = {};

    // ---- the chains: check_convergence.cpp ----

    void check_finite();
    /// A chain that hardly ever moves can look like one that has converged.
    void check_stuck();
    void check_r_hat();
    void check_effective();
    void check_chains();

    // ---- kernel and brightness: check_kernel.cpp ----

    void check_divergences();
    void check_trees();
    /// E-BFMI below 0.3 (Betancourt 2016, "Diagnosing suboptimal cotangent disintegrations").
    void check_energy();
    void check_brightness();
    void check_region();

    // ---- the model: check_coefficients.cpp ----

    /// The scale of the noise is held fixed: the width of the posterior stands and falls with it.
    void check_noise();

    /// Coefficients that only the prior keeps finite: the classes are separated by a plane, or wholly or in part by one column; or all
    /// counts are zero in rows that a column sets apart.
    void check_separation();
    /// Variance inflation: the posterior variance of a coefficient, relative to its variance given all other coefficients.
    void check_collinear();

    // ---- columns, rows and prior: check_data.cpp ----

    void check_scales();
    void check_dominant_row();
    /// Counts that spread more than Poisson's, and zeros that no mean explains: see `count_survey`.
    void check_counts();

private:
    bool of_firefly() const { return find_fact(draws.facts, "updater").has_value(); }
    bool ours() const { return find_fact(draws.facts, "kernel").has_value(); }

    void warn(std::string what, std::string remedy) {
        found.push_back({finding::severity::warning, std::move(what), std::move(remedy)});
    }
    /// Of what a longer run cures.
    void warn_of_length(std::string what, std::string remedy) {
        warn(std::move(what), std::move(remedy));
        found.back().is_of_length = true;
    }
    void note(std::string what, std::string remedy) {
        found.push_back({finding::severity::note, std::move(what), std::move(remedy)});
    }

    /// The names of the parameters for which `bad` is true, worst first.
    template <class Bad, class Badness>
    std::vector<std::string> names_where(Bad bad, Badness badness) const {
        std::vector<summary const*> worst;
        for (auto const& line : lines)
            if (bad(line)) worst.push_back(&line);
        std::ranges::sort(worst, std::greater{}, [&](summary const* line) { return badness(*line); });
        std::vector<std::string> names;
        for (auto const* const line : worst) names.push_back(line->name);
        return names;
    }

    /// A sentence about the chain whose mean is farthest from the others, if it is twice as far as any other chain; otherwise empty.
    std::string odd_chain(std::string const& name) const;
    std::string more_draws() const;
    /// For class `k`. Adding the same weights to all classes does not change a softmax, so the mean over classes is subtracted first.
    bool report_inflation(stored_variable const& variable, std::size_t k, std::size_t classes, std::size_t all);
};

}  // namespace firefly::program
