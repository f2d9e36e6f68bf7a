module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

module firefly.numeric;

namespace firefly {

namespace {

/// L and, in the rows left out, their weights, all in the place of the products: column k is that of the k-th row chosen, and what is written there is
/// needed no more.
class skipping_cholesky {
public:
    skipping_cholesky(std::size_t n, vector_out products, std::vector<std::size_t>& chosen)
        : stride_(padded(n)), products_(products), chosen_(chosen) {}

    vector_out row(std::size_t i) const { return products_.subspan(i * stride_, stride_); }

    void take(std::size_t i, double least_pivot) const {
        vector_out const own = row(i), l = own.first(chosen_.size());
        double const square = own[i];
        for (std::size_t k = 0; k < l.size(); ++k) {
            vector_view const other = row(chosen_[k]);
            l[k] = (own[chosen_[k]] - dot(l.first(k), other.first(k))) / other[k];
        }
        double const pivot = square - dot(l, l);
        if (pivot > least_pivot * square) {
            own[l.size()] = std::sqrt(pivot);
            chosen_.push_back(i);
        } else
            make_weights(l, square);
    }

private:
    /// l ← L⁻ᵀ l, without what is only rounding.
    void make_weights(vector_out l, double square) const {
        for (std::size_t k = l.size(); k-- > 0;) {
            vector_view const other = row(chosen_[k]).first(k + 1);
            double const weight = l[k] / other[k];
            add_multiple(-weight, other.first(k), l.first(k));
            l[k] = weight * weight * dot(other, other) > 1e-16 * square ? weight : 0;
        }
    }

    std::size_t stride_;
    vector_out products_;
    std::vector<std::size_t>& chosen_;
};

}  // namespace

void find_dependence(std::size_t n, vector_out products, double least_pivot, row_dependence& result) {
    auto& order = result.order;
    order.clear();
    skipping_cholesky const rows(n, products, order);
    for (std::size_t i = 0; i < n; ++i) rows.take(i, least_pivot);

    std::size_t const independent = result.independent = order.size();
    result.weights.assign((n - independent) * independent, 0);
    for (std::size_t i = 0, k = 0; i < n; ++i) {
        if (k < independent && order[k] == i) {
            ++k;
            continue;
        }
        // Of the k rows chosen before it.
        std::ranges::copy(rows.row(i).first(k),
                          result.weights.begin() + static_cast<std::ptrdiff_t>((order.size() - independent) * independent));
        order.push_back(i);
    }
}

}  // namespace firefly
