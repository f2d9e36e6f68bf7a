/// Whether counts scatter as their model has it: their spread about the means, and how many of them are zero.
///
///     Σ (y − μ)²/μ / (N − D)      of a Poisson regression near 1: Pearson's statistic, whose terms have the variance 2 + 1/μ
///     Σ P(y = 0)                  with variance Σ P(1 − P): the zeros that the model expects
///
/// At the maximum of the posterior. One pass. McCullagh & Nelder 1989, "Generalized Linear Models", section 4.5.
module;
#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

module firefly.program.setup:count_survey;

import firefly;
import :datum;

namespace firefly::program {

/// A sum over blocks of rows.
struct count_survey {
    double data = 0;  // each as often as its weight says
    double pearson = 0, pearson_variance = 0;
    double zeros = 0, expected_zeros = 0, zeros_variance = 0;

    count_survey& operator+=(count_survey const& other) {
        data += other.data;
        pearson += other.pearson;
        pearson_variance += other.pearson_variance;
        zeros += other.zeros;
        expected_zeros += other.expected_zeros;
        zeros_variance += other.zeros_variance;
        return *this;
    }
    static auto members(auto& self) {
        return std::tie(self.data, self.pearson, self.pearson_variance, self.zeros, self.expected_zeros, self.zeros_variance);
    }
};

/// The likelihood is one of counts, with mean e^η.
template <Likelihood L>
count_survey survey_counts(L const& likelihood, any_rows const& rows, vector_view theta) {
    return sum_over_blocks(rows, count_survey{}, [&](count_survey& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, theta, eta);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            auto const [count, offset, weight] = datum_of(block, i);
            double const at = eta[i] + offset, mean = portable::exp(at), apart = count - mean;
            double const zero = portable::exp(likelihood.log_likelihood_of(0, at) + likelihood.log_constant(0));
            sum += {.data = weight,
                    .pearson = weight * apart * apart / mean,
                    .pearson_variance = weight * (2 + 1 / mean),
                    .zeros = count == 0 ? weight : 0,
                    .expected_zeros = weight * zero,
                    .zeros_variance = weight * zero * (1 - zero)};
        }
    });
}

}  // namespace firefly::program
