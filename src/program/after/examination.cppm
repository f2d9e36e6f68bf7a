/// The checks that `find_problems` makes: what they look at, and what they find.
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
import :findings;

namespace firefly::program {

inline constexpr std::size_t most_names = 3;  // of parameters in one sentence

inline double mean_of(std::span<double const> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean of a fact that every chain has a number for.
std::optional<double> mean_fact(fact_list const& facts, std::string_view key);

struct examination {
    stored_draws const& draws;
    std::vector<summary> const& lines;
    std::vector<finding> found = {};

    // ---- the chains: check_convergence.cpp ----

    void check_finite();
    /// A chain that hardly ever moves looks like one that has settled.
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

    // ---- the coefficients: check_coefficients.cpp ----

    /// Coefficients that data push as far as the prior lets them: classes that a plane separates, wholly or in part.
    void check_separation();
    /// Variance inflation: by how much the posterior variance of a coefficient exceeds what it would be were all others known.
    void check_collinear();

private:
    bool of_firefly() const { return find_fact(draws.facts, "updater").has_value(); }
    bool ours() const { return find_fact(draws.facts, "kernel").has_value(); }

    void warn(std::string what, std::string remedy) {
        found.push_back({finding::severity::warning, std::move(what), std::move(remedy)});
    }
    void note(std::string what, std::string remedy) {
        found.push_back({finding::severity::note, std::move(what), std::move(remedy)});
    }

    /// Names of the parameters for which it holds, the worst first.
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

    /// The chain whose mean lies farthest from those of the others, by more than twice the next; in words.
    std::string odd_chain(std::string const& name) const;
    std::string more_draws() const;
    /// Softmax is not changed by what all classes share: their mean is taken off.
    bool report_inflation(stored_variable const& variable, std::size_t k, std::size_t classes, std::size_t all);
};

}  // namespace firefly::program
