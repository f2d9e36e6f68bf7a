/// Draws as files hold them: named arrays, chain by chain, whatever the format they came from.
///
/// Readers of Stan CSV and of netCDF make one; summaries, diagnoses, predictions and writers take it. Everything is a double: counts
/// up to 2⁵³ and truth values keep their value.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

export module firefly.draws:stored_draws;

namespace firefly {

/// What is known of a run besides its draws: names and values, as text.
export using fact_list = std::vector<std::pair<std::string, std::string>>;

/// The value of a fact; nothing where it is not there.
export std::optional<std::string> find_fact(fact_list const& facts, std::string_view key);

/// The same as a number; nothing where it is none.
export std::optional<double> find_number(fact_list const& facts, std::string_view key);

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

    /// Elements in a draw.
    std::size_t size() const;
    /// `distance` for a coefficient of a firefly model, `setosa:petal` for one with classes, otherwise `theta[2,1]`.
    std::string element_name(std::size_t element) const;
    /// The draws of one element, a vector for each chain.
    std::vector<std::vector<double>> element(std::size_t element) const;
};

/// The draws after warm-up of one run. All chains are of one length.
export struct stored_draws {
    std::vector<stored_variable> parameters = {};
    std::vector<stored_variable> statistics = {};  // scalars by Stan's names: lp__, accept_stat__, n_bright__, …
    std::vector<double> warm_up_seconds = {};      // of each chain; empty where it is not known
    std::vector<double> sampling_seconds = {};
    fact_list facts = {};
    std::string cut = {};          // what was left out to make chains of one length, in words; empty: nothing
    std::size_t warm_up_rows = 0;  // draws of warm-up in the files, which were passed over

    std::size_t chains() const;
    /// In each chain.
    std::size_t length() const;
    /// Nothing where there is no such statistic.
    stored_variable const* statistic(std::string_view name) const;
};

/// Cuts all chains to the length of the shortest and says so in `cut`.
export void cut_to_shortest(stored_draws& draws);

/// The names that Stan and ArviZ have for the same statistic: `lp__` and `lp`, `accept_stat__` and `acceptance_rate`, …
export std::string stan_name_of(std::string_view statistic);
export std::string arviz_name_of(std::string_view statistic);

}  // namespace firefly
