/// What each row has in each draw, in a netCDF file for ArviZ: `loo --log-likelihood` and `predict --netcdf`.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.after:row_file;

import firefly.external;
import firefly;
import firefly.netcdf;
import firefly.program.input;
import :fitted_model;
import :predicted_rows;

namespace firefly::program {

/// Targets as a file has them.
inline row_variable::contents contents_of(model_kind kind) {
    using enum row_variable::contents;
    return is_of_classes(kind) ? classes : is_of_counts(kind) || has_trials(kind) ? counts : numbers;
}

/// The rows that a file will have: all of them are read once, since how many there are says where each value stands, and whether the disk holds them. Throws
/// `invalid_argument` for a pipe, which cannot be read again.
std::size_t count_rows(fitted_model const& fit, predict_options const& options, std::string_view option);

/// Throws `invalid_argument` where the disk does not have the space.
void check_space_for_rows(std::string const& path, row_variable const& of_rows, std::size_t draws, std::string_view option);

class row_file {
public:
    /// None.
    row_file() = default;
    /// Of these draws, all of which are used. `of_rows` lacks what is known here.
    row_file(std::string const& path, stored_draws const& draws, row_variable const& of_rows)
        : draws_(draws.chains() * draws.length()), of_rows_(of_rows), file_(std::in_place, path, draws, of_rows) {}

    explicit operator bool() const { return file_.has_value(); }

    /// Where the values of the next row go, draw after draw. What was observed, and the weight, are passed over where the file has none.
    vector_out next_row(double observed, double weight) {
        observed_.push_back(observed);
        weights_.push_back(weight);
        values_.resize(observed_.size() * draws_);
        return vector_out(values_).last(draws_);
    }

    /// After each row: blocks go to the disk when they are full.
    void write_full() {
        if (observed_.size() >= of_rows_.rows_at_once) write();
    }
    void commit() {
        if (!file_) return;
        write();
        file_->commit();
    }
    void discard() {
        if (file_) file_->discard();
    }

private:
    void write() {
        if (!observed_.empty()) file_->append(values_, observed_, {vector_view(weights_)});
        for (auto* const block : {&values_, &observed_, &weights_}) block->clear();
    }

    std::size_t draws_ = 0;
    row_variable of_rows_;
    std::optional<netcdf_row_writer> file_;
    std::vector<double> values_, observed_, weights_;
};

}  // namespace firefly::program
