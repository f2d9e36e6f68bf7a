/// Transforms coefficients of standardized columns into coefficients of the columns in the file.
///
///     η = φ₀ + Σ_j φ_j (x_j − m_j)/s_j   ⇒   θ_j = φ_j/s_j,   θ₀ = φ₀ − Σ_j θ_j m_j
///
/// φ are the coefficients of the standardized columns, θ those of the columns in the file. The map is linear, so each draw of φ becomes a
/// draw of θ. The classes of a softmax are transformed separately.
module;
#include <cstddef>
#include <utility>

export module firefly.program.input:data_scale;

import firefly;

namespace firefly::program {

export class data_scale {
public:
    /// Nothing was standardized.
    data_scale() = default;

    /// Means and standard deviations of the columns; (0, 1) for columns that were not standardized, such as the intercept. Means can be
    /// nonzero only if the first column is the intercept.
    data_scale(vector mean, vector deviation) : mean_(std::move(mean)), deviation_(std::move(deviation)) {}

    inline vector const& mean() const { return mean_; }
    inline vector const& deviation() const { return deviation_; }

    bool changes() const { return mean_.size() > 0; }

    /// Replaces φ by θ.
    void operator()(vector& theta) const {
        std::size_t const columns = mean_.size();
        for (std::size_t first = 0; changes() && first < theta.size(); first += columns)
            for (std::size_t j = 0; j < columns; ++j) {
                theta(first + j) /= deviation_(j);
                theta(first) -= theta(first + j) * mean_(j);
            }
    }

private:
    vector mean_ = zeros(0);
    vector deviation_ = zeros(0);
};

}  // namespace firefly::program
