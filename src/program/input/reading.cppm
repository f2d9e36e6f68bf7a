/// The data that the options ask for, and what is said about them.
module;
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.input:reading;

import firefly;
import :case_options;
import :data_scale;
import :options;

namespace firefly::program {

/// Read into memory, or mapped.
export struct model_input {
    any_rows rows;
    std::vector<std::string> columns;
    case_options cases;                    // columns that were read besides; weights may have been made
    std::string target;                    // what its column is called
    std::vector<std::string> labels;       // what its classes are called; empty for numbers
    std::vector<known_levels> categories;  // columns that became indicators, with all their levels
    data_scale to_data_scale;              // of coefficients: see `read_share`
    bool in_four_bytes = false;
    std::optional<row_index> dropped;         // rows that were left out because a cell is missing; nothing: not known
    std::shared_ptr<design const> made = {};  // what a formula learned; nothing: there is none
};

/// Columns as they are in the file. Says on standard output how many rows were dropped, and warns of what is odd. Throws `firefly::error` when
/// they cannot be used.
export model_input read_input(sample_options const& options);

/// What was decided when the store was made cannot be decided again: throws `invalid_argument` for such options.
void refuse_options_of_convert(sample_options const& options, row_store const& store);

/// Throws `data_error` where the store has not as many classes as the model takes.
void check_class_count(sample_options const& options, row_store const& store);

/// Equal rows become one. The column of weights is the last, and is made where there is none.
void merge_rows(file_data& data, case_options& cases);

/// What the options say about reading tables.
export read_options how_to_read(sample_options const& options);

/// What went wrong with data, with the names of the program's options where the library speaks of its settings.
export std::string in_words(data_error const& failure);

/// The same failure for commands that know no categories but those of the fit: none can be made.
export data_error of_numbers(data_error const& failure);

/// One line on standard error.
export void warn(std::string_view what);

}  // namespace firefly::program
