/// Transforms coefficients of columns that were centred or standardized into coefficients of the columns in the file.
///
///     η = φ₀ + Σ_j φ_j (x_j − m_j)/s_j   ⇒   θ_j = φ_j/s_j,   θ₀ = φ₀ − Σ_j θ_j m_j
///
/// φ are the coefficients that are sampled, θ those of the columns in the file. The map is linear, so each draw of φ becomes a draw of θ. The
/// classes of a softmax are transformed separately.
///
/// The sum is made of the rounded θ_j, so that η at the centres comes out as φ₀, and as if in twice the precision (Dot2 of Ogita, Rump and
/// Oishi 2005, "Accurate sum and dot product"): for columns far from zero its terms are large and may cancel.
module;
#include <cmath>
#include <cstddef>
#include <utility>

export module firefly.program.input:data_scale;

import firefly;

namespace firefly::program {

export class data_scale {
public:
    /// Nothing was changed.
    data_scale() = default;
    /// The scale on which rows are shown to the sampler. Centres can be nonzero only if the first column is the intercept, whose own is 0.
    explicit data_scale(column_scale columns) : columns_(std::move(columns)) {}

    inline column_scale const& columns() const { return columns_; }
    inline bool changes() const { return columns_.changes(); }

    /// Replaces φ by θ.
    void operator()(vector& theta) const {
        std::size_t const columns = columns_.centre().size();
        for (std::size_t first = 0; changes() && first < theta.size(); first += columns) {
            for (std::size_t j = 0; j < columns_.deviation().size(); ++j) theta(first + j) /= columns_.deviation()(j);
            theta(first) = intercept_of(theta.data() + first);
        }
    }

private:
    double intercept_of(double const* theta) const {
        double sum = theta[0], rest = 0;
        for (std::size_t j = 1; j < columns_.centre().size(); ++j) {
            double const term = -theta[j] * columns_.centre()(j);
            double const lost = std::fma(-theta[j], columns_.centre()(j), -term);
            double const next = sum + term, added = next - sum;
            rest += (sum - (next - added)) + (term - added) + lost;
            sum = next;
        }
        return sum + rest;
    }

    column_scale columns_;
};

}  // namespace firefly::program
