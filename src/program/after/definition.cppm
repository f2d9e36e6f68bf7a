/// What defines the model that draws are of, in words: for `summary` and the report.
module;
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program.after:definition;

import firefly;

namespace firefly::program {

/// How counts are written: as the terminal has them, or as pages have them.
enum class thousands { plain, grouped };

/// What it is about, and a sentence of it: model, data, columns, prior, firefly, command. Only what the facts tell; nothing for draws of other
/// programs.
std::vector<std::pair<std::string, std::string>> definition_of(fact_list const& facts, thousands how = thousands::plain);

/// How a column was sampled, as words.
struct column_definition {
    std::string prior;  // of its coefficient on the scale of the data
    std::string centre, deviation;
};

/// One for each of the model's columns, of which there are this many. Empty where the facts do not tell.
std::vector<column_definition> column_definitions(fact_list const& facts, std::size_t columns);

}  // namespace firefly::program
