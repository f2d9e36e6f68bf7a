/// From the scale that is sampled to the scale of the data as given.
///
///     η = φ₀ + Σ_j φ_j (x_j − m_j)/s_j   ⇒   θ_j = φ_j/s_j,   θ₀ = φ₀ − Σ_j θ_j m_j
///
/// φ are the coefficients of standardized columns, θ those of the columns in the file. Linear, so that draws of φ become draws of θ one by
/// one; of a softmax each class by itself.
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

    /// Means and standard deviations of the columns; (0, 1) for those that were left as they are, the intercept among them. Means are
    /// other than zero only where the first column is the intercept.
    data_scale(vector mean, vector deviation) : mean_(std::move(mean)), deviation_(std::move(deviation)) {}

    inline vector const& mean() const { return mean_; }
    inline vector const& deviation() const { return deviation_; }

    bool changes() const { return mean_.size() > 0; }

    /// φ becomes θ.
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
