/// What bounds share that touch each likelihood at one predictor, fall away quadratically and hold everywhere: the anchor, the
/// collapsed sum, and the notes that a batch carries.
module;
#include <cstddef>
#include <string_view>

export module firefly.bounds:tangent_bound;

import firefly.external;
import firefly.core;
import :collapse;

namespace firefly {

export class tangent_bound {
public:
    inline vector_view anchor() const { return as_view(contact_.origin); }
    inline std::size_t regions() const { return 1; }
    inline std::size_t region(vector_view) const { return 0; }
    inline quadratic const& collapsed(std::size_t) const { return collapsed_; }

protected:
    struct contact {
        vector origin;
        bool anchored;
    };
    /// At θ* for all. Throws `invalid_argument` in the bound's name when θ* does not fit the model or is not finite.
    static contact at_anchor(std::string_view name, vector theta, std::size_t dimension);
    /// At each datum's own predictor; displacements are counted from zero.
    static contact at_own_predictors(std::size_t dimension);

    explicit tangent_bound(contact where);

    inline bool is_anchored() const { return contact_.anchored; }

    /// Δ = η − η* of datum i.
    inline double displacement(batch const& data, evaluation const& values, std::size_t i) const {
        return is_anchored() ? values.delta[i] : values.delta[i] - data.anchor[i];
    }

    /// `touch(x·anchor, target)` gives a datum's tangent.
    template <Model M, class Touch>
    void collapse_from(M const& model, Touch const& touch) {
        collapsed_ = collapse(model, anchor(), touch);
    }

    template <class Touch>
    inline void annotate_from(batch& fresh, Touch const& touch) const {
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            // Row by row: BLAS rounds a row's product by how many rows there are beside it, and a chain that is resumed gets its
            // bright rows back in one batch.
            tangent const at = touch(dot(fresh.row(i), anchor()), fresh.target[i]);
            fresh.anchor[i] = at.eta;
            fresh.curvature[i] = at.curvature;
        }
    }

private:
    contact contact_;
    quadratic collapsed_;
};

}  // namespace firefly
