module;
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

module firefly.numeric;

import firefly.external;
import :elimination_order;

namespace firefly {

namespace {

constexpr std::size_t word_bits = 64;

/// Which numbers outside the diagonal of a symmetric matrix are not zero: a row of bits for each coordinate.
class pattern {
public:
    explicit pattern(sparse_symmetric const& of)
        : words_((of.dimension() + word_bits - 1) / word_bits), bits_(of.dimension() * words_), degrees_(of.dimension()) {
        for (std::size_t i = 0; i < of.dimension(); ++i)
            for (std::size_t const j : of.columns(i)) {
                flip(i, j);
                flip(j, i);
            }
        for (std::size_t i = 0; i < of.dimension(); ++i) count(i);
    }

    std::size_t degree(std::size_t i) const { return degrees_[i]; }
    std::vector<std::size_t> neighbours(std::size_t i) const {
        std::vector<std::size_t> result;
        for (std::size_t w = 0; w < words_; ++w)
            for (std::uint64_t rest = bits_[i * words_ + w]; rest != 0; rest &= rest - 1)
                result.push_back(w * word_bits + static_cast<std::size_t>(std::countr_zero(rest)));
        return result;
    }
    /// Its neighbours become neighbours of each other, and no longer its own.
    void eliminate(std::size_t i, std::vector<std::size_t> const& neighbours) {
        for (std::size_t const j : neighbours) {
            for (std::size_t w = 0; w < words_; ++w) bits_[j * words_ + w] |= bits_[i * words_ + w];
            flip(j, j);
            flip(j, i);
            count(j);
        }
    }

private:
    void flip(std::size_t i, std::size_t j) { bits_[i * words_ + j / word_bits] ^= std::uint64_t{1} << j % word_bits; }
    void count(std::size_t i) {
        degrees_[i] = 0;
        for (std::size_t w = 0; w < words_; ++w) degrees_[i] += static_cast<std::size_t>(std::popcount(bits_[i * words_ + w]));
    }

    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::size_t> degrees_;
};

/// Of a dense factorisation, and of eliminating a column with n numbers beside it, in products that are added in the same time. Columns
/// end up in one Gram matrix, nearly as fast, but every number is moved as well, and that there are columns at all costs that call.
double dense_cost(double size) {
    return size * size * size / 6;
}
double elimination_cost(double numbers) {
    return 10 + numbers * (numbers + 8) / 2;
}
constexpr double cost_of_columns = 300;

}  // namespace

elimination eliminate_cheapest(sparse_symmetric const& symmetric) {
    pattern graph(symmetric);
    std::vector<std::size_t> left(symmetric.dimension());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    elimination result;
    std::size_t best = 0;
    double spent = cost_of_columns, least = dense_cost(static_cast<double>(left.size()));
    while (left.size() > 1 && spent < least) {
        auto const next = std::ranges::min_element(left, {}, [&](std::size_t i) { return graph.degree(i); });
        std::size_t const i = *next;
        if (graph.degree(i) + 1 == left.size()) break;  // all have all: from here on it is dense
        left.erase(next);
        result.order.push_back(i);
        graph.eliminate(i, result.later.emplace_back(graph.neighbours(i)));
        spent += elimination_cost(static_cast<double>(graph.degree(i)));
        if (double const cost = spent + dense_cost(static_cast<double>(left.size())); cost < least) {
            least = cost;
            best = result.order.size();
        }
    }
    result.order.resize(best);
    result.later.resize(best);
    return result;
}

}  // namespace firefly
