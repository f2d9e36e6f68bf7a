/// Facts that are lists of numbers, with blanks between: see `output:metadata`.
module;
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

module firefly.program.after:listed_facts;

import firefly;
import firefly.program.setup;

namespace firefly::program {

/// The numbers of a fact that is a list of them; none where it is not.
std::vector<double> numbers_of(fact_list const& facts, std::string_view key);

/// What `count_bins` or `residual_bins` say; nothing where there is no such fact, or where it makes no sense.
std::optional<binned_data> bins_of(fact_list const& facts, std::string_view key);

/// What `calibration_1`, … say of the i-th class, from 0; nothing where there is no such fact, or where it makes no sense.
std::vector<calibration_group> calibration_of(fact_list const& facts, std::size_t i);

/// What `roc` says; nothing where there is no such fact, or where its points are not in order.
std::vector<roc_point> roc_of(fact_list const& facts);

}  // namespace firefly::program
