/// Draws as files hold them: named arrays, chain by chain, whatever the format they came from.
///
/// Readers of Stan CSV, of netCDF and of logs make one; summaries, diagnoses, predictions and writers take it. Everything is a double:
/// counts up to 2⁵³ and truth values keep their value.
module;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.draws:stored_draws;

import firefly.core;

namespace firefly {

/// What is known of a run besides its draws: names and values, as text.
export using fact_list = std::vector<std::pair<std::string, std::string>>;

/// The value of a fact; nothing where it is not there.
export std::optional<std::string> find_fact(fact_list const& facts, std::string_view key);

/// The same as a number; nothing where it is none.
export std::optional<double> find_number(fact_list const& facts, std::string_view key);

/// The same as a whole number of 64 bits, such as a seed; nothing where it is none.
export std::optional<std::uint64_t> find_count(fact_list const& facts, std::string_view key);

/// Facts that differ from chain to chain stand beside each other in one, with this between.
export inline constexpr std::string_view between_chains = " | ";

/// The facts of several chains: what they agree on once, what differs side by side.
export fact_list join_facts(std::vector<fact_list> const& chains);

/// One quantity: a scalar, a vector or an array.
export struct stored_variable {
    std::string name;
    std::vector<std::string> dimensions = {};           // what they are called; empty for a scalar
    std::vector<std::vector<std::string>> labels = {};  // for each dimension, what its positions are called
    std::vector<std::vector<double>> chains = {};       // draw after draw; within a draw the last dimension varies fastest
    std::vector<std::vector<double>> warm_up = {};      // the same of warm-up: one for each chain, or none where it was not kept

    /// Elements in a draw.
    std::size_t size() const;
    /// `distance` for a coefficient of a firefly model, `setosa:petal` for one with classes, otherwise `theta[2,1]`.
    std::string element_name(std::size_t element) const;
    /// The draws of one element, a vector for each chain.
    std::vector<std::vector<double>> element(std::size_t element) const;

    static auto members(auto& self) { return std::tie(self.name, self.dimensions, self.labels, self.chains, self.warm_up); }
};

/// θ of a regression: `beta` by features, or with classes `W` by classes and features. It describes, and has no draws.
export stored_variable coefficients(std::vector<std::string> features, std::vector<std::string> classes = {});

/// The cutpoints of an ordinal regression, which follow its coefficients: `cutpoint`, numbered from 1.
export stored_variable cutpoints(std::size_t count);

/// The draws of one run. All chains are of one length.
export struct stored_draws {
    std::vector<stored_variable> parameters = {};
    std::vector<stored_variable> statistics = {};  // scalars by Stan's names: lp__, accept_stat__, n_bright__, …
    std::vector<double> warm_up_seconds = {};      // of each chain; empty where it is not known
    std::vector<double> sampling_seconds = {};
    fact_list facts = {};
    std::string cut = {};  // what was left out to make chains of one length, in words; empty: nothing

    std::size_t chains() const;
    /// In each chain, after warm-up.
    std::size_t length() const;
    /// In each chain; 0 where warm-up was not kept.
    std::size_t warm_up_length() const;
    /// Nothing where there is no such statistic.
    stored_variable const* statistic(std::string_view name) const;

    /// One more chain, from a range of draws: a stream or a log. `parameters` say what θ is made of, one after the other; the statistics
    /// are those of `draw_statistics`. Throws `invalid_argument` for a draw with another number of elements.
    template <std::ranges::input_range Draws>
    void add_chain(Draws&& draws) {
        start_chain();
        for (draw const& current : draws) append(current);
    }
    void start_chain();
    /// To the chain that was started last.
    void append(draw const& draw);

    /// Throws `invalid_argument` where variables differ in their numbers of chains or draws, or there is no parameter or no chain.
    void check() const;

    static auto members(auto& self) {
        return std::tie(self.parameters, self.statistics, self.warm_up_seconds, self.sampling_seconds, self.facts, self.cut);
    }
};

/// Cuts all chains to the length of the shortest and says so in `cut`.
export void cut_to_shortest(stored_draws& draws);

}  // namespace firefly
