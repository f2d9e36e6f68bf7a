/// Columns on another scale: how a row source shows what it holds.
///
///     x_j   becomes   (x_j − centre_j)/deviation_j
///
/// Sources in eight bytes are changed in place. Others keep their numbers and change a row when it is read, so that nothing is rounded.
module;
#include <cstddef>
#include <utility>

export module firefly.data:column_scale;

import firefly.core;

namespace firefly {

/// A centre for each column, and a deviation where columns are divided, too.
export class column_scale {
public:
    /// Columns are shown as they are.
    column_scale() = default;
    /// A number for each column. Without deviations columns are shifted only.
    explicit column_scale(vector centre, vector deviation = zeros(0))
        : centre_(std::move(centre)), deviation_(std::move(deviation)) {}

    inline vector const& centre() const { return centre_; }
    /// Empty where columns are shifted only.
    inline vector const& deviation() const { return deviation_; }
    inline bool changes() const { return centre_.size() > 0; }

    /// The same of these columns, with others behind them that are shown as they are.
    column_scale followed_by(std::size_t others) const {
        if (!changes()) return *this;
        auto const longer = [others](vector const& numbers, double other) {
            vector result = zeros(numbers.size() + others);
            for (std::size_t j = 0; j < result.size(); ++j) result(j) = j < numbers.size() ? numbers(j) : other;
            return result;
        };
        return column_scale(longer(centre_, 0), deviation_.size() > 0 ? longer(deviation_, 1) : zeros(0));
    }

    /// Changes a row of all columns.
    inline void show(double* row) const {
        double const *const centre = centre_.data(), *const deviation = deviation_.data();
        for (std::size_t j = 0; j < centre_.size(); ++j) row[j] -= centre[j];
        for (std::size_t j = 0; j < deviation_.size(); ++j) row[j] /= deviation[j];
    }
    /// Changes rows that follow each other.
    inline void show(double* rows, std::size_t count) const {
        if (!changes()) return;
        for (std::size_t i = 0; i < count; ++i) show(rows + i * centre_.size());
    }

private:
    vector centre_ = zeros(0), deviation_ = zeros(0);
};

}  // namespace firefly
