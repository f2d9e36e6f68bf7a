/// Transforms coefficients of columns that were centred or standardized into coefficients of the columns in the file.
///
///     η = φ₀ + Σ_j φ_j (x_j − m_j)/s_j   ⇒   θ_j = φ_j/s_j,   θ₀ = φ₀ − Σ_j θ_j m_j
///
/// φ are the coefficients that are sampled, θ those of the columns in the file. The map is linear, so each draw of φ becomes a draw of θ. The
/// classes of a softmax are transformed separately. An ordinal model has cutpoints, from which η is subtracted, behind its coefficients and no
/// intercept: c_k − η stays what it is where each of them becomes c_k + Σ_j θ_j m_j. Where the scale of the noise is sampled, (φ/σ, 1/σ) is what
/// the sampler has (`with_noise`): that becomes (φ, σ) first.
///
/// The sum is made of the rounded θ_j, so that η at the centres comes out as φ₀, and as if in twice the precision (Dot2 of Ogita, Rump and
/// Oishi 2005, "Accurate sum and dot product"): for columns far from zero its terms are large and may cancel.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

export module firefly.program.input:data_scale;

import firefly;
import firefly.external;

namespace firefly::program {

export class data_scale {
public:
    /// Nothing was changed.
    data_scale() = default;
    /// The scale on which rows are shown to the sampler. Centres can be nonzero only if the first column is the intercept, whose own is 0, or
    /// there are cutpoints, this many.
    explicit data_scale(column_scale columns, std::size_t cutpoints = 0) : columns_(std::move(columns)), cutpoints_(cutpoints) {}

    /// From now on the last parameter is 1/σ, and those before it are divided by σ.
    inline void set_noise() { has_noise_ = true; }

    inline column_scale const& columns() const { return columns_; }
    inline bool changes() const { return columns_.changes() || has_noise_; }

    /// Replaces φ by θ.
    void operator()(vector& theta) const {
        if (has_noise_) to_noise_scale(as_out(theta));
        to_data_columns(theta);
    }
    /// θ has coefficients of groups from place `first` on, `count` of them.
    inline void set_levels(std::size_t first, std::size_t count) {
        first_level_ = first;
        levels_ = count;
    }

    /// What people see of θ and of the learned scales of its prior, on the scale of the data. Where the noise is sampled, the sampler has such scales
    /// in units of σ. Before the scales comes a parameter that is sampled on a grid, where there is one.
    vector shown(vector theta, vector scales, std::optional<double> on_grid = {}) const {
        (*this)(theta);
        if (has_noise_) scales *= theta(theta.size() - 1);
        if (!on_grid) return arranged(theta, scales);
        vector others = zeros(1 + scales.size());
        others(0) = *on_grid;
        std::ranges::copy(scales, others.begin() + 1);
        return arranged(theta, others);
    }
    /// θ without the coefficients of groups, the scales, and those.
    vector arranged(vector const& theta, vector const& scales) const {
        vector result = zeros(theta.size() + scales.size());
        double* out = std::copy_n(theta.data(), first_level_, result.data());
        out = std::copy(theta.data() + first_level_ + levels_, theta.data() + theta.size(), out);
        out = std::ranges::copy(scales, out).out;
        std::copy_n(theta.data() + first_level_, levels_, out);
        return result;
    }
    inline bool has_groups() const { return levels_ > 0; }
    /// How far θ moves where φ moves by this: the map is linear but for the noise.
    void operator()(vector const& phi, vector& displacement) const {
        if (has_noise_) to_noise_scale(as_view(phi), as_out(displacement));
        to_data_columns(displacement);
    }

private:
    void to_data_columns(vector& theta) const {
        if (!columns_.changes()) return;
        std::size_t const columns = columns_.centre().size(), end = theta.size() - cutpoints_ - (has_noise_ ? 1 : 0);
        for (std::size_t first = 0; first < end; first += columns) {
            double* const coefficients = theta.data() + first;
            for (std::size_t j = 0; j < columns_.deviation().size(); ++j) coefficients[j] /= columns_.deviation()(j);
            if (cutpoints_ == 0) coefficients[0] = shifted(coefficients[0], -1, coefficients);  // the centre of its own column is 0
        }
        for (std::size_t k = end; k < end + cutpoints_; ++k) theta(k) = shifted(theta(k), 1, theta.data());
    }

    /// start + sign Σ_j θ_j m_j.
    double shifted(double start, double sign, double const* theta) const {
        double sum = start, rest = 0;
        for (std::size_t j = 0; j < columns_.centre().size(); ++j) {
            double const factor = sign * theta[j], term = factor * columns_.centre()(j);
            double const lost = std::fma(factor, columns_.centre()(j), -term);
            double const next = sum + term, added = next - sum;
            rest += (sum - (next - added)) + (term - added) + lost;
            sum = next;
        }
        return sum + rest;
    }

    column_scale columns_;
    std::size_t cutpoints_ = 0;
    std::size_t first_level_ = 0, levels_ = 0;
    bool has_noise_ = false;
};

}  // namespace firefly::program
