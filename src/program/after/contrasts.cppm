/// Contrasts of a softmax: the weights of each class less those of a reference class.
///
///     c_kj = W_kj − W_rj,   r the reference, k ≠ r
///
/// exp c_kj is the factor by which the odds of class k against class r change when column j grows by one. What is added to the weights of
/// all classes changes no probability: about single weights the data say nothing along that direction, and the prior alone decides.
/// Contrasts are free of it. Each is a difference in every draw, so its Monte Carlo error, effective draws and R-hat are its own: they
/// do not follow from those of the weights, which may mix well where the contrast does not.
/// A contrast is computed when it is asked for, O(draws): nothing is stored.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.after:contrasts;

import firefly;

namespace firefly::program {

/// Holds a reference to the weights.
export class class_contrasts {
public:
    /// The weights are by class and feature.
    class_contrasts(stored_variable const& weights, std::size_t reference);

    std::string const& reference() const { return classes()[reference_]; }
    /// One for each feature and each class but the reference, in the order of the weights.
    std::size_t size() const { return (classes().size() - 1) * features(); }
    /// `virginica vs setosa:petal`.
    std::string name(std::size_t contrast) const;
    /// One vector per chain.
    std::vector<std::vector<double>> draws(std::size_t contrast) const;

private:
    std::vector<std::string> const& classes() const { return weights_->labels.front(); }
    std::size_t features() const { return weights_->labels.back().size(); }
    /// The class of a contrast, by its position among all classes.
    std::size_t class_of(std::size_t contrast) const;

    stored_variable const* weights_;
    std::size_t reference_;
};

/// Against the class that is asked for, or else the reference of the run, or else the first class. Nothing for draws of models without
/// classes, or of classes without names. Throws `invalid_argument` if a class was asked for all the same, or is not known.
export std::optional<class_contrasts> contrasts_of(stored_draws const& draws, std::optional<std::string> const& asked);

/// Draws of a softmax of which the files do not say what the classes are called.
export bool has_unnamed_classes(stored_draws const& draws);

}  // namespace firefly::program
